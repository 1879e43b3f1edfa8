import type { ObjectPosition } from '../pdf-file.ts';
import { type PdfDictionary, type PdfValue, pdfValue } from '../pdf-values.ts';
import type { InspectBudget } from '../../inspect-budget.ts';
import type { PdfText } from '../pdf-text.ts';

/** A section's entry for an object: its place, free, unreadable (astray), or null for no entry. Offsets are as written in the file. */
export type XrefRow = ObjectPosition | 'free' | 'astray' | null;

/** One section of a cross-reference: a table with its trailer, or a stream that is both. */
export type Section = {
  readonly trailer: PdfDictionary;
  row(object: number): XrefRow;
  /** Number of rows. */
  readonly count: number;
  /** Whether it places some object outside object streams at such an offset. */
  leadsTo(isMeant: (offset: number) => boolean): boolean;
};

/** Rows for consecutive object numbers. `at`: position of the first row. */
export type Rows = { readonly first: number; readonly count: number; readonly at: number };

/** Limit of parts in one section, and of sections in one file. */
export const SECTIONS_MAX = 200;
export const TRAILER_BYTES_MAX = 65_536;

/** A section whose rows are read on demand. */
export function sectionOf(
  trailer: PdfDictionary,
  parts: readonly Rows[],
  deps: { readonly rowBytes: number; read(at: number): XrefRow },
): Section {
  const rowAt = (part: Rows, n: number): XrefRow => deps.read(part.at + n * deps.rowBytes);
  return {
    trailer,
    row: (object) => {
      const part = parts.find(({ first, count }) => object >= first && object < first + count);
      return part === undefined ? null : rowAt(part, object - part.first);
    },
    count: parts.reduce((sum, { count }) => sum + count, 0),
    leadsTo: (isMeant) => {
      for (const part of parts) {
        for (let n = 0; n < part.count; n += 1) {
          const row = rowAt(part, n);
          if (row !== null && typeof row === 'object' && row.kind === 'open' && isMeant(row.at)) return true;
        }
      }
      return false;
    },
  };
}

/** Null if it is not a non-negative integer. */
export function countOf(value: PdfValue | undefined): number | null {
  return value?.kind === 'number' && Number.isInteger(value.value) && value.value >= 0 ? value.value : null;
}

/** Ten digits, five digits, a letter, and a line end of two bytes. */
const ROW_BYTES = 20;
const ROW = /^(\d{10}) \d{5} ([nf])/;
/** Room for two numbers, or a keyword, and spaces. */
const HEAD_BYTES = 64;

/** The table after its keyword (ISO 32000-2, 7.5.4); null if its trailer does not follow its rows. */
export function xrefTable(text: PdfText, from: number, budget: InspectBudget): Section | 'too-much' | null {
  const parts: Rows[] = [];
  let at = from;
  for (;;) {
    const head = /^\s{0,16}(\d{1,10})\s{1,4}(\d{1,10})\s{1,4}/.exec(text.slice(at, at + HEAD_BYTES));
    if (head === null) break;
    if (parts.length >= SECTIONS_MAX) return 'too-much';
    const part = { first: Number(head[1]), count: Number(head[2]), at: at + head[0].length };
    parts.push(part);
    at = part.at + part.count * ROW_BYTES;
  }
  const word = /^\s{0,16}trailer/.exec(text.slice(at, at + HEAD_BYTES))?.[0];
  if (word === undefined) return null;
  const read = pdfValue(text.bytes, { from: at + word.length, most: TRAILER_BYTES_MAX, budget });
  if (read === 'too-much') return read;
  if (read.value?.kind !== 'dictionary') return null;
  return sectionOf(read.value, parts, { rowBytes: ROW_BYTES, read: (offset) => rowIn(text.slice(offset, offset + ROW_BYTES)) });
}

function rowIn(written: string): XrefRow {
  const row = ROW.exec(written);
  if (row === null) return 'astray';
  return row[2] === 'n' ? { kind: 'open', at: Number(row[1]) } : 'free';
}
