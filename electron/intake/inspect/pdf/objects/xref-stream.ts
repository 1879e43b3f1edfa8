import type { InspectBudget } from '../../inspect-budget.ts';
import { streamBehind } from '../pdf-stream.ts';
import type { PdfText } from '../pdf-text.ts';
import { type PdfValue, pdfValue } from '../pdf-values.ts';
import { unpacked } from '../unpacked.ts';
import { countOf, type XrefRow, type Rows, type Section, SECTIONS_MAX, sectionOf, TRAILER_BYTES_MAX } from './xref-section.ts';

/** Maximum bytes of a field. */
const WIDTH_MAX = 8;

/** The cross-reference stream after `obj`, whose rows are a type and two numbers (ISO 32000-2, 7.5.8). */
export function xrefStream(text: PdfText, at: number, budget: InspectBudget): Section | 'too-much' | null {
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
