import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import type { Problem, TakenKind } from '#shared/domain/item/problem.ts';
import { hex } from '#shared/lib/hex.ts';
import type { Sha256 } from '#shared/lib/sha256.ts';
import { isBlankPdf } from './pdf/blank-pdf.ts';
import { checkPdf } from './pdf/check-pdf.ts';
import { isDoubtfulPdf } from './pdf/doubts.ts';
import { type ContentType, contentType } from './content-type.ts';
import { pageFingerprints, type ToFingerprint } from './fingerprints/page-fingerprints.ts';
import { InspectBudget } from './inspect-budget.ts';
import { lookAtPicture } from './pictures/look-at-picture.ts';
import { MEDIA_TYPE_OF } from '#shared/domain/item/media-type-of-problem.ts';
import { sentName } from '#shared/domain/item/sending/sent-name.ts';
import type { Inspected } from '#shared/domain/folder/inspected.ts';
import type { ReadPdf } from './pdf/pages.ts';
import type { LargeFile } from '#shared/ports/files.ts';

export type ToInspect = {
  readonly name: string;
  /** Null when the file is too large to be sent. */
  readonly bytes: Uint8Array | null;
  /** Of such a file; missing if it was too large to be read at all. */
  readonly large?: LargeFile | undefined;
  /** Size on the disk. */
  readonly size: number;
};

/**
 * Determines what a file is and whether it can be sent as it is. Pure, total, and without a clock: any bytes get an answer, the same on every
 * computer, because the cost of the inspection is counted (ADR-33).
 */
export function inspect(file: ToInspect, sha256: Sha256, budget: InspectBudget = new InspectBudget()): Inspected {
  const { bytes, name, size, large } = file;
  if (bytes === null) return tooLarge(size, large ?? null);
  if (bytes.byteLength > FILE_BYTES_MAX) return tooLarge(size, { head: bytes, hash: sha256([bytes]) });
  // All empty files have the same content, but to the person each is a file of its own: so no hash.
  if (bytes.byteLength === 0) return unfit(unfinished(name), null);
  const digest = hex(sha256([bytes]));
  const type = contentType(bytes);
  if (!isTaken(type)) {
    return unfit(isAnnounced(bytes) ? unfinished(name) : { kind: 'not-taken', found: type }, digest);
  }
  const { problem, question, ...of } = lookedAt(type, bytes, budget);
  if (problem !== null) return unfit(problem, digest);
  const mediaType = MEDIA_TYPE_OF[type];
  const pages = pageFingerprints({ type, bytes, ...of }, budget);
  const fit = { kind: 'fit', mediaType, sentName: sentName(name, mediaType), sha256: digest, pages } as const;
  return question === null ? fit : { ...fit, question };
}

/** A file of another format has that as its problem: a smaller one would not be taken either. */
function tooLarge(size: number, large: LargeFile | null): Inspected {
  const problem = { kind: 'too-large', bytes: size, bytesMax: FILE_BYTES_MAX } as const;
  if (large === null) return unfit(problem, null);
  const found = contentType(large.head);
  const digest = hex(large.hash);
  if (isTaken(found)) return unfit({ ...problem, found }, digest);
  return unfit(found === 'unknown' ? problem : { kind: 'not-taken', found }, digest);
}

function isTaken(type: ContentType): type is TakenKind {
  return Object.hasOwn(MEDIA_TYPE_OF, type);
}

function unfit(problem: Problem, sha256: string | null): Inspected {
  return { kind: 'unfit', problem, sha256 };
}

type Looked = { readonly problem: Problem | null; readonly question: 'blank' | 'not-understood' | null } & Pick<
  ToFingerprint,
  'read' | 'png'
>;

function lookedAt(type: TakenKind, bytes: Uint8Array, budget: InspectBudget): Looked {
  if (type !== 'pdf') {
    const { seen, png } = lookAtPicture(type, bytes, budget);
    return seen === 'damaged' ? { problem: { kind: seen, found: type }, question: null } : { problem: null, question: seen, png };
  }
  const { fault, read } = checkPdf(bytes, budget);
  if (fault === null) return { problem: null, question: read === null ? null : questionAbout(read, budget), read };
  if (fault === 'not-understood') return { problem: null, question: fault, read };
  return { problem: fault === 'damaged' ? { kind: 'damaged', found: 'pdf' } : { kind: fault }, question: null };
}

function questionAbout(read: ReadPdf, budget: InspectBudget): Looked['question'] {
  if (isBlankPdf(read, budget)) return 'blank';
  return isDoubtfulPdf(read, budget) ? 'not-understood' : null;
}

/** Whether the start is all zeros: space that was allocated for a file still being copied. */
function isAnnounced(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 1_024).every((byte) => byte === 0);
}

const KIND_OF_ENDING: readonly (readonly [RegExp, TakenKind])[] = [
  [/\.pdf$/i, 'pdf'],
  [/\.(jpe?g|jpe|jfif)$/i, 'jpeg'],
  [/\.png$/i, 'png'],
  [/\.(bmp|dib)$/i, 'bmp'],
];

/** Without content, only the name shows what the file was meant to become. */
function unfinished(name: string): Problem {
  const meant = KIND_OF_ENDING.find(([ending]) => ending.test(name))?.[1];
  return meant === undefined ? { kind: 'not-taken', found: 'unknown' } : { kind: 'damaged', found: meant };
}
