import type { InspectBudget } from '../../inspect-budget.ts';
import type { PdfText } from '../pdf-text.ts';
import { pdfValue } from '../pdf-values.ts';
import { type XrefRow, type Rows, type Section, SECTIONS_MAX, sectionOf, TRAILER_BYTES_MAX } from './xref-section.ts';

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
