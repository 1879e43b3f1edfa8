import { viewOf } from '../bytes.ts';
import type { InspectBudget } from '../inspect-budget.ts';
import { isUniform } from './uniform-rows.ts';

/** Bytes from where one unit of a picture's code begins to where the next begins, at most. */
const PERIOD_MAX = 96;
/** The first unit says the colour, so it is another one than the rest. */
const FIRST_UNITS = 192;
/** Too little to tell a colour from a very small picture. */
const CODE_BYTES_MIN = 600;
/** Enough to tell whether it may repeat. */
const SOON_BYTES = 1_024;

/**
 * Whether a picture certainly shows one colour everywhere: a page that was fed the wrong way round, or none at all. Certain only, and cheap
 * for all that are not: forms that are seldom (interlaced, progressive) and the noise of a real sheet count as something on it.
 */
export function isBlankPicture(type: 'jpeg' | 'png' | 'bmp', bytes: Uint8Array, budget: InspectBudget): boolean {
  if (type === 'jpeg') return isBlankJpeg(bytes);
  return type === 'png' ? isBlankPng(bytes, budget) : isBlankBmp(bytes);
}

/** The same units one after the other are the same code one after the other, and by eight bytes at most a unit ends where a byte does. */
function isBlankJpeg(bytes: Uint8Array): boolean {
  const from = baselineCodeAt(bytes);
  // With something on it that is seen at once, and nothing more is read.
  if (from === null || !repeats(unstuffed(bytes, from, SOON_BYTES).code)) return false;
  const { code, isWhole } = unstuffed(bytes, from, bytes.byteLength);
  // The last byte may be filled up.
  return isWhole && code.byteLength >= CODE_BYTES_MIN && repeats(code.subarray(0, code.byteLength - 2));
}

/**
 * Whether the code repeats after at most `PERIOD_MAX` bytes. Of the periods that the first bytes may have the smallest is enough: over
 * twice the greatest period, any other one that repeats them is a multiple of it. So all of the code is gone over once.
 */
function repeats(code: Uint8Array): boolean {
  const first = Math.min(code.byteLength, FIRST_UNITS + 2 * PERIOD_MAX);
  for (let period = 1; period <= PERIOD_MAX; period += 1) {
    if (repeatsFrom(code, period, first)) return repeatsFrom(code, period, code.byteLength);
  }
  return false;
}

function repeatsFrom(code: Uint8Array, period: number, to: number): boolean {
  for (let at = FIRST_UNITS; at + period < to; at += 1) if (code[at] !== code[at + period]) return false;
  return true;
}

/** Where the code of a baseline picture begins; null for every other form. */
function baselineCodeAt(bytes: Uint8Array): number | null {
  const view = viewOf(bytes);
  let at = 2;
  let isBaseline = false;
  while (at + 4 <= bytes.byteLength && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const next = at + 2 + Math.max(2, view.getUint16(at + 2));
    if (marker === 0xc0 || marker === 0xc1) isBaseline = true;
    else if (marker >= 0xc2 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xcc) return null;
    if (marker === 0xda) return isBaseline ? next : null;
    at = next;
  }
  return null;
}

/** As it was before a zero was put behind each 0xff; whole when the picture's end follows. Marks in the middle, and a second scan, are seldom. */
function unstuffed(bytes: Uint8Array, from: number, most: number): { readonly code: Uint8Array; readonly isWhole: boolean } {
  const code = new Uint8Array(Math.max(0, Math.min(most, bytes.byteLength - from)));
  let length = 0;
  for (let at = from; at + 1 < bytes.byteLength && length < most; at += 1) {
    const byte = bytes[at] ?? 0;
    const follows = bytes[at + 1] ?? 0;
    if (byte === 0xff && follows !== 0) return { code: code.subarray(0, length), isWhole: follows === 0xd9 };
    code[length] = byte;
    length += 1;
    if (byte === 0xff) at += 1;
  }
  return { code: code.subarray(0, length), isWhole: false };
}

const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

function isBlankPng(bytes: Uint8Array, budget: InspectBudget): boolean {
  const view = viewOf(bytes);
  const [width, height, depth, colour, interlaced] = [
    view.getUint32(16),
    view.getUint32(20),
    bytes[24] ?? 0,
    bytes[25] ?? 0,
    bytes[28] ?? 1,
  ];
  const channels = CHANNELS[colour];
  if (channels === undefined || interlaced !== 0) return false;
  return isUniform(pictureData(bytes), { width, height, channels, depth, filtered: true }, budget);
}

/** The name of a part of the picture, as a number. */
const IDAT = 0x49444154;

function pictureData(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes);
  const parts: Uint8Array[] = [];
  for (let at = 8; at + 12 <= bytes.byteLength; at += 12 + view.getUint32(at)) {
    if (view.getUint32(at + 4) === IDAT) parts.push(bytes.subarray(at + 8, at + 8 + view.getUint32(at)));
  }
  return Buffer.concat(parts);
}

/** Plain rows of whole bytes or of bits; what is packed by runs is seldom. */
function isBlankBmp(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  if (view.getUint32(14, true) < 40 || ![0, 3].includes(view.getUint32(30, true))) return false;
  const bits = view.getUint16(28, true);
  const [width, height] = [view.getInt32(18, true), Math.abs(view.getInt32(22, true))];
  const [from, rowBytes, pixelBytes] = [view.getUint32(10, true), Math.ceil((width * bits) / 32) * 4, Math.max(1, bits / 8)];
  const counted = Math.floor((width * bits) / 8);
  for (let row = 0; row < height; row += 1) {
    for (let n = 0; n < counted; n += 1) {
      if (bytes[from + row * rowBytes + n] !== bytes[from + (n % pixelBytes)]) return false;
    }
  }
  return counted > 0;
}
