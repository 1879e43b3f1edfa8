import type { MediaType } from '../../contract/media-types.ts';
import type { JSON_TYPE } from '../../contract/routes.ts';
import type { ReadEntries } from '../item/entries-schemas.ts';
import type { Problem } from '../item/problem.ts';

/** A file that can be sent: its type, and the name to send. `sha256` is hexadecimal. */
export type FitFile = {
  readonly kind: 'fit';
  readonly mediaType: MediaType | typeof JSON_TYPE;
  readonly sentName: string;
  readonly sha256: string;
  /** It can be sent, but a user is asked first: it is blank, could not be inspected completely, or is a file of entries. */
  readonly question?: 'blank' | 'not-understood' | 'entries';
  /** What its pages draw, in their order; null for one that is not known. Missing or empty if the pages are not known at all. */
  readonly pages?: readonly (PageFingerprint | null)[];
  /** Of a file of entries: what its lines come to. A user is asked first, unless the folder says otherwise. */
  readonly entries?: ReadEntries;
  /** Beside `entries`: what its lines are compared by with those that were sent, in the order in which they are sent. */
  readonly lineKeys?: Uint8Array;
};

/** The result of inspection. `sha256` is hexadecimal; null only for a file that is empty, or too large to be read whole. */
export type Inspected = FitFile | UnfitFile;

/** `entries`: of a file of entries among scans, what it was read as, since it may go with one of them (C43); `lineKeys`: as of one that can be sent. */
type UnfitFile = {
  readonly kind: 'unfit';
  readonly problem: Problem;
  readonly sha256: string | null;
  readonly entries?: ReadEntries | { readonly problem: Problem };
  readonly lineKeys?: Uint8Array;
};

/** What one page draws: the first 12 bytes of a SHA-256, hexadecimal. Pages that draw the same have the same one, whatever file they are in. */
export type PageFingerprint = string;

/** Hexadecimal characters of one. */
export const FINGERPRINT_CHARACTERS = 24;
