import type { InspectBudget } from '../../inspect-budget.ts';
import { hasZeroRun, type ZeroRun } from '../../zero-runs.ts';
import type { Directory, ObjectPosition } from '../pdf-file.ts';
import type { PdfText } from '../pdf-text.ts';
import { countOf, type Rows, type Section, sectionOf, SECTIONS_MAX, TRAILER_BYTES_MAX, type XrefRow, xrefTable } from './xref-section.ts';
import { streamBehind } from '../pdf-stream.ts';
import { type PdfValue, pdfValue } from '../pdf-values.ts';
import { unpacked } from '../unpacked.ts';

/** Room for `xref`, or for two numbers, a keyword and spaces. */
const HEAD_BYTES = 64;

export type CrossReference = Directory & {
  /** Whether it places some object within these zero runs. Spends its rows. */
  leadsInto(runs: readonly ZeroRun[], budget: InspectBudget): boolean | 'too-much';
};

/** `headerAt`: position of the header. Offsets count from there, or from the first byte. */
export type Beginning = { readonly headerAt: number; readonly startxref: number };

/**
 * The newest cross-reference of a file and the earlier ones, whose rows are read on demand; null if one of them cannot be read, or is not
 * where it should be.
 */
export function crossReference(text: PdfText, at: Beginning, budget: InspectBudget): CrossReference | 'too-much' | null {
  for (const base of at.headerAt === 0 ? [0] : [0, at.headerAt]) {
    const sections = sectionsFrom(text, { base, first: at.startxref }, budget);
    if (sections === 'too-much') return sections;
    const [newest] = sections ?? [];
    if (sections !== null && newest !== undefined) return directoryOf(text, { base, sections, newest });
  }
  return null;
}

type Read = { readonly base: number; readonly sections: readonly Section[]; readonly newest: Section };

function directoryOf(text: PdfText, { base, sections, newest }: Read): CrossReference {
  return {
    trailer: newest.trailer,
    place: (object) => {
      for (const section of sections) {
        const row = section.row(object);
        if (row !== null) return typeof row === 'string' || row.kind === 'packed' ? row : placeBehind(text, base + row.at, object);
      }
      return 'free';
    },
    leadsInto: (runs, budget) => {
      for (const section of sections) {
        if (!budget.spend('tableRows', section.count)) return 'too-much';
        if (section.leadsTo((offset) => hasZeroRun(runs, base + offset, base + offset + 1))) return true;
      }
      return false;
    },
  };
}

/** The position after an object's number, generation and `obj`. */
function placeBehind(text: PdfText, at: number, object: number): ObjectPosition | 'astray' {
  const head = /^\s{0,16}0{0,9}(\d{1,10})\s{1,16}\d{1,5}\s{1,16}obj/.exec(text.slice(at, at + HEAD_BYTES));
  return head === null || Number(head[1]) !== object ? 'astray' : { kind: 'open', at: at + head[0].length };
}

/** Sections from the newest to the oldest. */
function sectionsFrom(
  text: PdfText,
  { base, first }: { readonly base: number; readonly first: number },
  budget: InspectBudget,
): readonly Section[] | 'too-much' | null {
  const sections: Section[] = [];
  const seen = new Set<number>();
  const next = [first];
  for (let offset = next.shift(); offset !== undefined; offset = next.shift()) {
    if (seen.has(offset)) continue;
    seen.add(offset);
    if (seen.size > SECTIONS_MAX) return 'too-much';
    const section = sectionAt(text, base + offset, budget);
    if (section === null || section === 'too-much') return section;
    sections.push(section);
    // Entries that a table hides from old readers are in a stream, which takes precedence over older tables.
    next.push(...['XRefStm', 'Prev'].flatMap((key) => countOf(section.trailer.entries.get(key)) ?? []));
  }
  return sections;
}

function sectionAt(text: PdfText, at: number, budget: InspectBudget): Section | 'too-much' | null {
  const head = text.slice(at, at + HEAD_BYTES);
  const table = /^\s{0,32}xref\s{1,16}/.exec(head)?.[0];
  if (table !== undefined) return xrefTable(text, at + table.length, budget);
  const object = /^\s{0,32}\d{1,10}\s{1,16}\d{1,5}\s{1,16}obj/.exec(head)?.[0];
  return object === undefined ? null : xrefStream(text, at + object.length, budget);
}

/** Maximum bytes of a field. */
const WIDTH_MAX = 8;

/** The cross-reference stream after `obj`, whose rows are a type and two numbers (ISO 32000-2, 7.5.8). */
function xrefStream(text: PdfText, at: number, budget: InspectBudget): Section | 'too-much' | null {
  const read = pdfValue(text.bytes, { from: at, most: TRAILER_BYTES_MAX, budget });
  if (read === 'too-much') return read;
  if (read.value?.kind !== 'dictionary') return null;
  const { entries } = read.value;
  const stream = streamBehind(text, { from: at, end: read.end, dictionary: read.value, length: countOf(entries.get('Length')) });
  const widths = countsOf(entries.get('W'));
  if (stream === null || widths === null || widths.length < 3 || widths.some((width) => width > WIDTH_MAX)) return null;
  const bytes = unpacked(stream, budget);
  if (bytes === 'too-much') return bytes;
  if (!Buffer.isBuffer(bytes)) return null;
  const rowBytes = widths.reduce((sum, width) => sum + width, 0);
  const index = countsOf(entries.get('Index')) ?? [0, countOf(entries.get('Size')) ?? 0];
  return sectionOf(read.value, partsOf(index, bytes, rowBytes), { rowBytes, read: (offset) => rowIn(bytes, offset, widths) });
}

/** As many rows as the bytes suffice for. */
function partsOf(index: readonly number[], bytes: Buffer, rowBytes: number): readonly Rows[] {
  const parts: Rows[] = [];
  let at = 0;
  for (let n = 0; n + 1 < index.length && parts.length < SECTIONS_MAX; n += 2) {
    const count = Math.min(index[n + 1] ?? 0, Math.floor((bytes.byteLength - at) / Math.max(1, rowBytes)));
    if (!(count > 0)) break;
    parts.push({ first: index[n] ?? 0, count, at });
    at += count * rowBytes;
  }
  return parts;
}

/** The type of an entry defaults to 1. */
function rowIn(bytes: Buffer, at: number, [kindBytes = 0, placeBytes = 0]: readonly number[]): XrefRow {
  const kind = kindBytes === 0 ? 1 : numberAt(bytes, at, kindBytes);
  const place = numberAt(bytes, at + kindBytes, placeBytes);
  if (kind === 1) return { kind: 'open', at: place };
  if (kind === 2) return { kind: 'packed', stream: place };
  return kind === 0 ? 'free' : null;
}

function numberAt(bytes: Buffer, from: number, length: number): number {
  let value = 0;
  for (let n = 0; n < length; n += 1) value = value * 256 + (bytes[from + n] ?? 0);
  return value;
}

function countsOf(value: PdfValue | undefined): readonly number[] | null {
  if (value?.kind !== 'array') return null;
  const counts = value.values.map(countOf);
  return counts.some((count) => count === null) ? null : counts.filter((count) => count !== null);
}
