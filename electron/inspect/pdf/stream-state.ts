import type { InspectBudget } from '../inspect-budget.ts';
import { jpegState } from '../pictures/jpeg-state.ts';
import type { PdfStream } from './pdf-stream.ts';
import { filtersOf, inflatedFrom, unpacked } from './unpacked.ts';

/** `unknown`: it cannot be told, or costs more than is spent on it. */
export type StreamState = 'whole' | 'damaged' | 'unknown';

/** Whether what is drawn is there to its end: it unpacks, or ends where its length says. */
export function streamState(stream: PdfStream, budget: InspectBudget): StreamState {
  if (stream.bytes.byteLength === 0) return 'whole';
  const filters = filtersOf(stream.dictionary);
  if (filters === null) return stream.isExact ? 'whole' : 'unknown';
  const made = unpacked(stream, budget, 'length');
  if (made === null) return 'damaged';
  if (made === 'too-much') return 'unknown';
  if (made !== 'unknown') return isStretchMissing(stream, budget) ? 'damaged' : 'whole';
  return stream.isExact ? 'whole' : pictureState(stream, budget);
}

/**
 * What is packed may unpack without all of its bytes; then neither its length nor its checksum is right. Words that are not packed are words,
 * whatever became of their ends of line.
 */
function isStretchMissing(stream: PdfStream, budget: InspectBudget): boolean {
  const [filter] = filtersOf(stream.dictionary) ?? [];
  if (stream.isExact || (filter?.name !== 'FlateDecode' && filter?.name !== 'Fl')) return false;
  return inflatedFrom(Buffer.from(stream.bytes), budget) === null;
}

/** A photograph whose length is wrong is gone over to its end; of other pictures it cannot be told. */
function pictureState(stream: PdfStream, budget: InspectBudget): StreamState {
  const filters = filtersOf(stream.dictionary) ?? [];
  const [only] = filters;
  if (filters.length !== 1 || (only?.name !== 'DCTDecode' && only?.name !== 'DCT')) return 'unknown';
  const state = jpegState(stream.bytes, budget);
  return state === 'whole' || state === 'damaged' ? state : 'unknown';
}
