import { bufferOf } from '../bytes.ts';
import type { InspectBudget } from '../inspect-budget.ts';
import { jpegState } from '../pictures/jpeg-state.ts';
import { hasAllNumbers, isOfOperators } from './content.ts';
import { faxState } from '../pictures/fax.ts';
import { faxOf } from './pdf-picture.ts';
import type { PdfStream } from './pdf-stream.ts';
import { type Filter, filtersOf, inflatedFrom, isFlate, unpacked } from './unpacked.ts';

/** `unknown`: it cannot be determined, or costs more than the budget allows. */
export type StreamState = 'whole' | 'damaged' | 'unknown';

/** Whether a drawn stream is complete: it unpacks, or ends where its length says. */
export function streamState(stream: PdfStream, budget: InspectBudget): StreamState {
  if (stream.bytes.byteLength === 0) return 'whole';
  const filters = filtersOf(stream.dictionary);
  if (filters === null) return stream.isExact ? 'whole' : 'unknown';
  const made = unpacked(stream, budget, 'length');
  if (made === null) return 'damaged';
  if (made === 'too-much') return 'unknown';
  if (made !== 'unknown') return isStretchMissing(stream, budget) ? 'damaged' : isByLineEnds(stream) ? 'whole' : 'unknown';
  return stream.isExact ? 'whole' : pictureState(stream, budget);
}

/**
 * Packed data may unpack although bytes are missing; then neither its length nor its checksum is right.
 */
function isStretchMissing(stream: PdfStream, budget: InspectBudget): boolean {
  const [filter] = filtersOf(stream.dictionary) ?? [];
  if (stream.isExact || filter === undefined || !isFlate(filter)) return false;
  return inflatedFrom(bufferOf(stream.bytes), budget) === null;
}

const LINE_END_MAX = 2;
/** A longer page description whose length is wrong is not looked at. */
const CONTENT_BYTES_MAX = 100_000;

/**
 * Whether a stream without a filter has the length that it says, or is text whose line ends were converted since, which a stream of anything
 * else does not survive. A stream that says no length is believed.
 */
export function isByLineEnds({ bytes, isExact, length, dictionary }: PdfStream): boolean {
  if (isExact || length === null || filtersOf(dictionary)?.length !== 0) return true;
  const more = bytes.byteLength - length;
  if (more >= 0 && more <= LINE_END_MAX) return true;
  let [ends, returns] = [0, 0];
  for (const byte of bytes) {
    if (byte === 0x0a) ends += 1;
    else if (byte === 0x0d) returns += 1;
    else if (byte < 0x20 && byte !== 0x09 && byte !== 0x0c) return false;
  }
  // The line end before `endstream` is not counted in the length.
  if (Math.abs(more > 0 ? more - returns : more + ends) <= LINE_END_MAX) return true;
  // A length that was wrong from the beginning.
  const content = bufferOf(bytes);
  return content.byteLength <= CONTENT_BYTES_MAX && isOfOperators(content) && hasAllNumbers(content);
}

/** A picture with a wrong length is decoded to its end, for the supported types: JPEG, and faxes of group 4. */
function pictureState(stream: PdfStream, budget: InspectBudget): StreamState {
  const [only, ...more] = filtersOf(stream.dictionary) ?? [];
  if (only === undefined || more.length > 0) return 'unknown';
  const state = /^(DCT|DCTDecode)$/.test(only.name)
    ? jpegState(stream.bytes, budget, { at: stream.from })
    : faxStateOf(stream, only, budget);
  return state === 'whole' || state === 'damaged' ? state : 'unknown';
}

function faxStateOf(stream: PdfStream, { name, parms }: Filter, budget: InspectBudget): 'whole' | 'damaged' | 'too-much' | null {
  if (!/^(CCF|CCITTFaxDecode)$/.test(name) || parms === undefined) return null;
  const fax = faxOf(stream.dictionary, parms);
  return fax.k < 0 ? faxState(stream.bytes, fax, budget) : null;
}
