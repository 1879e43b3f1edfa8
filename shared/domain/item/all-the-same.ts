import type { WallMs } from '../../lib/duration.ts';
import { type Advance, to, unchanged } from './advanced.ts';
import { sourceFor, unfitnessOf } from './conversion/conversion-offer.ts';
import type { FitFile } from '../folder/inspected.ts';
import type { ItemId } from '../ids.ts';
import type { Item } from './item.ts';
import type { ItemState } from './item-state.ts';
import type { Problem } from './problem.ts';

/**
 * The result of "Send all the same". `sent`: it waits to be sent · `asked`: the same content is known as the other type, so a question follows ·
 * `gone`, `changed`, `in-cloud`, `unreadable`: the state of its file, so nothing was sent · `not-fit`: its first bytes show no type that the
 * service takes · `not-offered`: nothing is wrong with its content, or a rule of the service forbids it.
 */
export const ALL_THE_SAME = ['sent', 'asked', 'gone', 'changed', 'in-cloud', 'unreadable', 'not-fit', 'not-offered'] as const;
export type AllTheSame = (typeof ALL_THE_SAME)[number];

/** `as`: the type by its first bytes, and the name to send. `twin`: the same content is known as the other type; `itemId` is null without an item. */
export type AllTheSameHappening = {
  readonly kind: 'sent-all-the-same';
  readonly as: Pick<FitFile, 'mediaType' | 'sentName'>;
  readonly twin: { readonly itemId: ItemId | null } | null;
};

/**
 * Whether only its content makes it unfit, not a rule of the service (C40). A file that was never read has no known content. An ignored one
 * counts: who has it sent no longer ignores it.
 */
export function maySendAllTheSame({ state, sha256 }: Pick<Item, 'state' | 'sha256'>): boolean {
  const unfit = unfitnessOf(state);
  return unfit?.by === 'intray' && sha256 !== null && isOfContent(unfit.problem);
}

/** A user had an unfit document sent; from now on, the problems found in its content are ignored. */
export function sentAllTheSame(item: Item, { as, twin }: AllTheSameHappening, now: WallMs): Advance {
  if (!maySendAllTheSame(item)) return unchanged(item);
  const { mediaType, sentName } = as;
  const state: ItemState =
    twin === null ? { kind: 'waiting', dueAt: now, last: null } : { kind: 'held', question: { kind: 'other-type', itemId: twin.itemId } };
  return to({ ...item, mediaType, sentName, allTheSameAt: now }, now, state);
}

/** The state of a content that is found again: what a user decided about it still holds. */
export function asSaidBefore({ allTheSameAt, conversion }: Item, found: ItemState, now: WallMs): ItemState {
  if (found.kind !== 'unfit') return found;
  const { problem } = found;
  // Delivery makes what the user agreed to again, and compares it.
  const isConverted = conversion !== undefined && sourceFor(problem) === conversion.from;
  const isMeant = isConverted || (allTheSameAt !== undefined && isOfContent(problem));
  return isMeant ? { kind: 'waiting', dueAt: now, last: null } : found;
}

function isOfContent({ kind }: Problem): boolean {
  return kind === 'damaged' || kind === 'blank' || kind === 'password';
}
