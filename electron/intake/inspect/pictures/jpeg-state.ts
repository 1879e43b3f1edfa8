import { viewOf } from '../bytes.ts';
import { InspectBudget } from '../inspect-budget.ts';
import { type ZeroRun, zeroRuns } from '../zero-runs.ts';
import { type JpegState, type JpegWalk, walkJpeg } from './jpeg-walk.ts';

/** Whether a picture is complete, by decoding it: for a JPEG embedded in another file. */
export function jpegState(
  bytes: Uint8Array,
  budget: InspectBudget,
  { runs = zeroRuns(bytes), at = 0 }: Partial<Pick<JpegWalk, 'runs' | 'at'>> = {},
): JpegState {
  const state = walkJpeg(bytes, { budget, runs, at });
  return state === 'stopped' || state === 'unfinished' ? 'damaged' : state;
}

/**
 * Looks for the frame, and the end (EOI) after the last scan line; junk after the end is common and harmless. Then the data itself is decoded.
 * If the end is missing, or there are zeros in the picture, it decides alone: a picture that lacks only its end is whole, and zeros may be
 * code. Otherwise a reader shows the picture to its end, so one whose code is wrong is only doubtful.
 */
export function checkJpeg(bytes: Uint8Array, budget: InspectBudget): JpegState {
  const { end, notes } = endOf(bytes);
  const runs = zeroRuns(bytes);
  const isDoubted = runs.some(
    (run) => run.from < (end ?? bytes.byteLength) && !notes.some((note) => note.from <= run.from && run.to <= note.to),
  );
  const isSure = end !== null && !isDoubted;
  const counted = isSure ? 'codedUnits' : 'units';
  const state = walkJpeg(end === null ? bytes : bytes.subarray(0, end), { budget, runs, counted });
  // Coding that is not read here is judged by its end alone, and so is what would cost too much.
  if (state === 'unread') return end === null ? 'damaged' : 'whole';
  if (!isSure) return state === 'stopped' || state === 'unfinished' ? 'damaged' : state;
  if (state === 'damaged' || state === 'stopped') return 'doubtful';
  return state === 'too-much' || state === 'unfinished' ? 'whole' : state;
}

/** Whether a strict reader has nothing to say about a JPEG: it is complete, and its data can be decoded. */
export function isWholeJpeg(bytes: Uint8Array): boolean {
  return !['damaged', 'unfinished', 'doubtful'].includes(checkJpeg(bytes, new InspectBudget()));
}

/** No picture has more APP and COM segments that matter; zeros in a later one only cause the data to be decoded. */
const NOTES_MAX = 100;

/** The position after the EOI marker, null if there is none; and the APP and COM segments before it. */
function endOf(bytes: Uint8Array): { readonly end: number | null; readonly notes: readonly ZeroRun[] } {
  const notes: ZeroRun[] = [];
  let at = 2;
  let framed = false;
  // Each iteration advances by at least one byte.
  for (let turn = 0; turn < bytes.byteLength; turn += 1) {
    at = bytes.indexOf(0xff, at);
    const marker = at < 0 ? undefined : bytes[at + 1];
    if (marker === undefined) break;
    if (marker === 0xd9) return { end: framed ? at + 2 : null, notes };
    // Fill bytes, stuffed bytes and restart markers stand alone.
    if (marker === 0xff) at += 1;
    else if (marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else {
      if (at + 4 > bytes.byteLength) break;
      // The preview in an EXIF segment has an EOI of its own, so segments are skipped by their length.
      framed ||= isFrame(marker);
      const to = at + 2 + Math.max(2, viewOf(bytes).getUint16(at + 2));
      if (((marker >= 0xe0 && marker <= 0xef) || marker === 0xfe) && notes.length < NOTES_MAX) notes.push({ from: at, to });
      at = to;
    }
  }
  return { end: null, notes };
}

/** SOF0 to SOF15, without the three codes in that range that are not frames (DHT, JPG, DAC). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
