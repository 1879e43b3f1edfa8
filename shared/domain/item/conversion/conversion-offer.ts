import { FILE_BYTES_MAX, FILE_BYTES_SAFE } from '../../../contract/limits.ts';
import { unreachable } from '../../../lib/unreachable.ts';
import { CONVERTED_FORMATS, type ConvertedFormat, type VersionSource } from './conversion.ts';
import { IS_HEIC_BUILT_IN } from './heic-built-in.ts';
import type { Item } from '../item.ts';
import { MEDIA_TYPE_OF } from '../media-type-of-problem.ts';
import { TAKEN_KINDS, type TakenKind } from '../file-kinds.ts';
import type { Problem } from '../problem.ts';
import type { ItemState } from '../item-state.ts';

/** `format`: the service does not take such files · `too-large`: it takes no file of that size · `password`: it cannot open the file. */
export type ConversionOffer =
  | { readonly because: 'format'; readonly from: ConvertedFormat }
  | { readonly because: 'too-large'; readonly from: TakenKind }
  | { readonly because: 'password'; readonly from: 'pdf' };

type Convertible = Pick<Item, 'state' | 'sha256' | 'mediaType' | 'conversion'>;

/** What can be made of a document. An ignored one counts: sending it ends the ignoring. Null if it can only be sent as it is, or not at all. */
export function conversionOffer({ state, sha256, mediaType, conversion }: Convertible): ConversionOffer | null {
  const unfit = unfitnessOf(state);
  if (unfit === undefined || sha256 === null || conversion !== undefined) return null;
  return unfit.by === 'service' ? ofRefused(unfit.problem, mediaType) : offerFor(unfit.problem);
}

/** What a version can be made from; null for all other documents. */
export function versionSourceOf(item: Convertible): VersionSource | null {
  const { state, sha256, conversion } = item;
  const isInParts = unfitnessOf(state)?.problem.kind === 'in-parts' && sha256 !== null && conversion === undefined;
  return isInParts ? 'joined' : (conversionOffer(item)?.from ?? null);
}

/** What a version can be made from where this was found. */
export function sourceFor(problem: Problem): VersionSource | null {
  return problem.kind === 'in-parts' ? 'joined' : (offerFor(problem)?.from ?? null);
}

/** Whether a version of this document can be made; of none, it cannot. */
export function isConvertible(item: Convertible | null): boolean {
  return item !== null && versionSourceOf(item) !== null;
}

/** What can be made of a file in which the inspection found this. */
export function offerFor(problem: Problem): ConversionOffer | null {
  switch (problem.kind) {
    case 'password':
      return { because: 'password', from: 'pdf' };
    case 'too-large':
      return problem.found === undefined ? null : { because: 'too-large', from: problem.found };
    case 'not-taken':
      return ofFormat(problem.found);
    case 'entries-among-scans':
    case 'entries-without-scan':
    case 'entries-late':
    case 'scan-among-entries':
    case 'not-taken-as-entries':
    case 'damaged':
    case 'blank':
    case 'link':
    case 'unreadable':
    case 'declined':
    case 'in-parts':
    case 'entries':
    case 'no-entries':
    case 'entries-misfit':
      return null;
    default:
      return unreachable(problem);
  }
}

/** The problem of a file of this kind and size, from which a version was made. */
export function problemBefore({ from, bytes }: { readonly from: VersionSource; readonly bytes: number }): Problem {
  if (from === 'joined') return { kind: 'in-parts' };
  const format = CONVERTED_FORMATS.find((one) => one === from);
  if (format !== undefined) return { kind: 'not-taken', found: format };
  const found = TAKEN_KINDS.find((one) => one === from);
  if (found === undefined || (found === 'pdf' && bytes <= FILE_BYTES_SAFE)) return { kind: 'password' };
  return { kind: 'too-large', bytes, bytesMax: bytes > FILE_BYTES_MAX ? FILE_BYTES_MAX : FILE_BYTES_SAFE, found };
}

function ofFormat(found: string): ConversionOffer | null {
  const from = CONVERTED_FORMATS.find((format) => format === found);
  return from === undefined || (from === 'heic' && !IS_HEIC_BUILT_IN) ? null : { because: 'format', from };
}

/** A file within the limit that the service states was refused by something on the way, which has an unknown limit. */
function ofRefused(problem: Problem, mediaType: string | null): ConversionOffer | null {
  if (problem.kind !== 'too-large' || problem.bytesMax === null) return null;
  const from = TAKEN_KINDS.find((kind) => mediaType === MEDIA_TYPE_OF[kind]);
  return from === undefined ? null : { because: 'too-large', from };
}

export type Unfitness = Pick<Extract<ItemState, { kind: 'unfit' }>, 'by' | 'problem' | 'withheld'>;

/** Why a document cannot be sent as it is, also while a user ignores it; undefined for all others. */
export function unfitnessOf(state: ItemState): Unfitness | undefined {
  if (state.kind === 'aside') return state.why === 'user' ? state.unfit : undefined;
  return state.kind === 'unfit' ? state : undefined;
}
