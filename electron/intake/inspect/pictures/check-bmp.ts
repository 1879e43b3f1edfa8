import { type BmpHeader, bmpHeader, OTHER_COMPRESSION } from '#shared/lib/pictures/bmp-header.ts';
import { startsWith } from '../bytes.ts';
import type { InspectBudget } from '../inspect-budget.ts';
import { zeroRuns } from '../zero-runs.ts';
import { checkJpeg } from './jpeg-state.ts';
import type { JpegState } from './jpeg-walk.ts';
import { readPng } from './png.ts';

const RUNS_OF_BYTES: ReadonlySet<number> = new Set([1, 12]);
const RUNS_OF_HALVES: ReadonlySet<number> = new Set([2, 13]);
const [A_JPEG, A_PNG] = [4, 5];

/**
 * Whether all rows that the header promises are there; the last one needs no padding. The file size in the header is ignored, since many
 * programs write a wrong one.
 */
export function checkBmp(bytes: Uint8Array, budget: InspectBudget): JpegState {
  const header = bmpHeader(bytes);
  if (header === null) return 'damaged';
  const { pixelsAt, width, height, bits, compression, said, rowBytes } = header;
  if (compression === A_JPEG || compression === A_PNG) {
    return checkInner(bytes.subarray(pixelsAt, said === 0 ? undefined : pixelsAt + said), compression, budget);
  }
  if (compression === OTHER_COMPRESSION) return pixelsAt + said <= bytes.byteLength ? 'whole' : 'damaged';
  if (RUNS_OF_BYTES.has(compression)) return hasAllRuns(bytes, header, 1) ? 'whole' : 'damaged';
  if (RUNS_OF_HALVES.has(compression)) return hasAllRuns(bytes, header, 2) ? 'whole' : 'damaged';
  const end = pixelsAt + rowBytes * (height - 1) + Math.ceil((width * bits) / 8);
  if (bits === 0 || end > bytes.byteLength) return 'damaged';
  return isUnwritten(bytes.subarray(pixelsAt, end)) ? 'doubtful' : 'whole';
}

/** A shorter stretch of one colour is common, and less would be missing. */
const TAIL_SHARE = 1 / 8;
const TAIL_BYTES = 2_048;
/** Pictures on black, or whose palette begins with the colour of paper, have more zeros everywhere. */
const ZEROS_SHARE = 0.3;

/** Whether the pixels end in zeros, a colour that is rare in the rest of the picture: as in a file whose end was not written. */
function isUnwritten(pixels: Uint8Array): boolean {
  let from = pixels.byteLength;
  while (from > 0 && pixels[from - 1] === 0) from -= 1;
  if (pixels.byteLength - from < Math.max(TAIL_BYTES, pixels.byteLength * TAIL_SHARE)) return false;
  let zeros = 0;
  for (let at = 0; at < from; at += 1) if (pixels[at] === 0) zeros += 1;
  return from > 0 && zeros < from * ZEROS_SHARE;
}

function checkInner(bytes: Uint8Array, compression: number, budget: InspectBudget): JpegState {
  if (compression === A_PNG) return startsWith(bytes, [0x89, 0x50, 0x4e, 0x47]) && readPng(bytes, budget).isWhole ? 'whole' : 'damaged';
  return startsWith(bytes, [0xff, 0xd8, 0xff]) ? checkJpeg(bytes, budget) : 'damaged';
}

/**
 * Whether run-length data reaches its end mark, or fills all rows. Each run takes at least two bytes. A whole block of zeros would mean rows
 * that end before they begin, which no program writes.
 */
function hasAllRuns(bytes: Uint8Array, { pixelsAt, width, height }: BmpHeader, pointsPerByte: 1 | 2): boolean {
  let [x, y, at] = [0, 0, pixelsAt];
  const end = zeroRuns(bytes).find(({ to }) => to > pixelsAt)?.from ?? bytes.byteLength;
  while (at + 2 <= end) {
    const [count, value] = [bytes[at] ?? 0, bytes[at + 1] ?? 0];
    at += 2;
    if (count > 0) x += count;
    else if (value === 0) [x, y] = [0, y + 1];
    else if (value === 1) return true;
    else if (value === 2) {
      [x, y] = [x + (bytes[at] ?? 0), y + (bytes[at + 1] ?? 0)];
      at += 2;
    } else {
      x += value;
      // Padded to two bytes.
      const packed = Math.ceil(value / pointsPerByte);
      if (at + packed > end) return false;
      at += packed + (packed & 1);
    }
    if (y >= height || (y === height - 1 && x >= width)) return true;
  }
  return false;
}
