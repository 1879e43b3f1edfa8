import type { ObjectPosition } from '../pdf-file.ts';
import type { PdfDictionary, PdfValue } from '../pdf-values.ts';

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
