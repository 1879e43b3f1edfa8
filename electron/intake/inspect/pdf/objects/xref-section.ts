import type { ObjectPosition } from '../pdf-file.ts';
import type { PdfDictionary, PdfValue } from '../pdf-values.ts';

/** What a section says of an object: where it is, that there is none, or nothing. Places are counted as the file counts them. */
export type XrefRow = ObjectPosition | 'free' | null;

/** One part of a cross-reference: a table with its trailer, or a stream that is both. */
export type Section = {
  readonly trailer: PdfDictionary;
  row(object: number): XrefRow;
  /** How many rows it has. */
  readonly count: number;
  /** Whether it says of some object that it lies in the open at a place of this kind. */
  leadsTo(isMeant: (offset: number) => boolean): boolean;
};

/** Rows for objects with numbers in sequence. `at`: of the first row. */
export type Rows = { readonly first: number; readonly count: number; readonly at: number };

/** Parts of one section, and sections of one file. */
export const SECTIONS_MAX = 200;
export const TRAILER_BYTES_MAX = 65_536;

/** Each row is read where it lies, when it is asked for. */
export function sectionOf(
  trailer: PdfDictionary,
  parts: readonly Rows[],
  by: { readonly rowBytes: number; read(at: number): XrefRow },
): Section {
  const rowAt = (part: Rows, n: number): XrefRow => by.read(part.at + n * by.rowBytes);
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
          if (row !== null && row !== 'free' && row.kind === 'open' && isMeant(row.at)) return true;
        }
      }
      return false;
    },
  };
}

/** Null where it is no whole number of zero or more. */
export function countOf(value: PdfValue | undefined): number | null {
  return value?.kind === 'number' && Number.isInteger(value.value) && value.value >= 0 ? value.value : null;
}
