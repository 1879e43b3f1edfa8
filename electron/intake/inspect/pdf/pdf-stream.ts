import type { PdfText } from './pdf-text.ts';
import type { PdfDictionary } from './pdf-values.ts';

export type PdfStream = {
  readonly dictionary: PdfDictionary;
  /** The text before its bytes, parsed or not. */
  readonly head: string;
  readonly bytes: Uint8Array;
  /** Position of its bytes in the file. */
  readonly from: number;
  /** Whether its bytes end where its length says. If not, they end at the next `endstream`, including the line end before it. */
  readonly isExact: boolean;
  /** What its dictionary says; null if that is no number. */
  readonly length: number | null;
};

type Told = {
  /** Where its object begins, and where its dictionary ends. */
  readonly from: number;
  readonly end: number;
  readonly dictionary: PdfDictionary;
  readonly length: number | null;
};

const HEAD_MAX = 4_096;
const SPACES_MAX = 64;

/** The stream after a dictionary; null if there is none, or its end is missing. */
export function streamBehind(text: PdfText, { from, end, dictionary, length }: Told): PdfStream | null {
  const mark = /^\s*stream(?:[ \t]*\r?\n|\r)?/.exec(text.slice(end, end + SPACES_MAX))?.[0];
  if (mark === undefined) return null;
  const dataFrom = end + mark.length;
  const to = endOfStream(text, dataFrom, length);
  if (to === null) return null;
  const head = text.slice(Math.max(from, end - HEAD_MAX), end);
  return { dictionary, head, bytes: text.bytes.subarray(dataFrom, to.at), from: dataFrom, isExact: to.isExact, length };
}

/** Where the bytes of a stream that begins at `from` end: where its length says if `endstream` is there, otherwise at the next `endstream`. */
export function endOfStream(text: PdfText, from: number, length: number | null): { readonly at: number; readonly isExact: boolean } | null {
  if (length !== null && Number.isInteger(length) && length >= 0 && from + length <= text.length) {
    const at = from + length;
    if (/^\s{0,4}endstream/.test(text.slice(at, at + 16))) return { at, isExact: true };
  }
  const at = text.indexOf('endstream', from);
  return at < 0 ? null : { at, isExact: false };
}
