import type { InspectBudget } from '../../inspect-budget.ts';
import type { PdfStream } from '../pdf-stream.ts';
import { type PdfValue, pdfValue } from '../pdf-values.ts';
import { unpacked } from '../unpacked.ts';

/** The objects of an object stream (ISO 32000-2, 7.5.7). Each is read once. */
export type PackedObjects = {
  readonly numbers: readonly number[];
  value(object: number): PdfValue | 'too-much' | null;
  /** Whether all that were read so far are written as the format wants it. */
  isClean(): boolean;
};

const VALUE_BYTES_MAX = 200_000;
/** The header has a number and an offset per object. Headers for more than a hundred thousand objects are not read. */
const HEADER_BYTES_MAX = 2_000_000;

export function packedObjects(stream: PdfStream, budget: InspectBudget): PackedObjects | 'too-much' | null {
  const bytes = unpacked(stream, budget);
  if (bytes === null || bytes === 'too-much' || bytes === 'unknown') return bytes === 'unknown' ? null : bytes;
  const first = stream.dictionary.entries.get('First');
  if (first?.kind !== 'number' || !(first.value >= 0) || first.value > Math.min(bytes.byteLength, HEADER_BYTES_MAX)) return null;
  const said = bytes.toString('latin1', 0, first.value).match(/\d{1,10}/g) ?? [];
  const offsets = new Map<number, number>();
  for (let at = 0; at + 1 < said.length; at += 2) offsets.set(Number(said[at]), first.value + Number(said[at + 1]));
  const known = new Map<number, PdfValue | 'too-much' | null>();
  let isClean = true;
  return {
    isClean: () => isClean,
    numbers: [...offsets.keys()],
    value: (object) => {
      const before = known.get(object);
      if (before !== undefined) return before;
      const from = offsets.get(object);
      if (from === undefined || from >= bytes.byteLength) return null;
      const read = pdfValue(bytes, { from, most: VALUE_BYTES_MAX, budget });
      isClean &&= read === 'too-much' || read.isClean;
      const value = read === 'too-much' ? read : read.value;
      known.set(object, value);
      return value;
    },
  };
}
