import { type BmpHeader, bmpHeader, bmpPalette } from '#shared/lib/pictures/bmp-header.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { BEST_QUALITY, type ConvertDeps, type OpenedFile, type Page, PIXELS_MAX, type Resolution } from '../picture.ts';
import { plausible } from '#shared/tiff/picture.ts';
import { pageOfRows } from '../resample.ts';
import { vipsPage } from '../vips/vips-page.ts';

const METRE_INCHES = 39.370_1;
const CORE_HEADER_BYTES = 12;
const [UNCOMPRESSED, RUNS_OF_8, RUNS_OF_4, MASKS, MASKS_WITH_ALPHA] = [0, 1, 2, 3, 6];

/** Above this, a BMP is made smaller while it is read: beside it, libvips would need as much again. */
const SAMPLES_MAX = 64_000_000;

/** Opens a BMP that is to be made smaller: libvips has no reader for it. Files with a JPEG or PNG inside, which only printers know, are `not-understood`. */
export function openBmp(bytes: Uint8Array, deps: Pick<ConvertDeps, 'vips'>): OpenedFile {
  const header = bmpHeader(bytes);
  if (header === null) return fail('not-understood');
  const { width, height, isTopDown, rowBytes } = header;
  if (width * height > PIXELS_MAX) return fail('too-many-pixels');
  const tones = bmpTones(bytes, header);
  const rows = rowsOf(bytes, header);
  if (tones === null || rows === null) return fail('not-understood');
  const read = (take: (row: Uint8Array) => void): void => {
    const made = new Uint8Array(width * tones.channels);
    for (let y = 0; y < height; y += 1) {
      const from = (isTopDown ? y : height - 1 - y) * rowBytes;
      tones.read(rows.subarray(from, from + rowBytes), made);
      take(made);
    }
  };
  let page: Page | null = null;
  const of = { width, height, resolution: resolutionOf(bytes, header), ...tones, read };
  return ok({ pages: 1, tool: null, quality: BEST_QUALITY, page: async () => (page ??= pageOf(of, bytes, deps)) });
}

type Rows = Pick<Page, 'width' | 'height' | 'resolution'> & {
  readonly channels: 1 | 3;
  readonly isBits: boolean;
  readonly read: (take: (row: Uint8Array) => void) => void;
};

function pageOf({ channels, isBits, read, ...size }: Rows, bytes: Uint8Array, deps: Pick<ConvertDeps, 'vips'>): Page {
  const { width, height } = size;
  if (width * height * channels > SAMPLES_MAX && channels === 3) {
    const rows = pageOfRows({ ...size, isGrey: false });
    read((row) => rows.add(row));
    const { rgba: samples, ...small } = rows.picture();
    freeIfLarge(bytes);
    return { ...vipsPage({ dots: { ...small, samples, channels: 4 } }, small, deps), png: async () => null };
  }
  const samples = new Uint8Array(width * height * channels);
  let at = 0;
  read((row) => {
    samples.set(row, at);
    at += row.byteLength;
  });
  freeIfLarge(bytes);
  return vipsPage({ dots: { width, height, samples, channels } }, { ...size, isGrey: channels === 1, isBits }, deps);
}

/** From here on, a file is freed before its page is encoded. */
const LARGE_BYTES = 16 * 1_048_576;

/** Frees the memory of a large file whose rows were read: callers that wait for the page still refer to it, and it may be a quarter of the memory limit. */
function freeIfLarge({ buffer, byteLength }: Uint8Array): void {
  // Whoever read the file may have left room for one byte more.
  const isAlone = buffer.byteLength <= byteLength + 1;
  if (isAlone && byteLength > LARGE_BYTES && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/** All rows in the order of the file; the last one may lack its padding. */
function rowsOf(bytes: Uint8Array, header: BmpHeader): Uint8Array | null {
  const { pixelsAt, width, height, bits, compression, rowBytes } = header;
  switch (compression) {
    case RUNS_OF_8:
      return bits === 8 ? unpackedRuns(bytes, header) : null;
    case RUNS_OF_4:
      return bits === 4 ? unpackedRuns(bytes, header) : null;
    case MASKS:
    case MASKS_WITH_ALPHA:
      if (bits !== 16 && bits !== 32) return null;
      break;
    case UNCOMPRESSED:
      break;
    default:
      return null;
  }
  const rows = bytes.subarray(pixelsAt, pixelsAt + rowBytes * height);
  return rows.byteLength >= rowBytes * (height - 1) + Math.ceil((width * bits) / 8) ? rows : null;
}

function resolutionOf(bytes: Uint8Array, header: BmpHeader): Resolution | null {
  if (header.headerBytes === CORE_HEADER_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const of = { x: view.getInt32(38, true) / METRE_INCHES, y: view.getInt32(42, true) / METRE_INCHES };
  return of.x > 0 && of.y > 0 ? plausible(of, header) : null;
}

const [END_OF_ROW, END_OF_FILE, JUMP] = [0, 1, 2];

/**
 * Unpacks run lengths of 8 or 4 bits to rows like those of a file without compression, in the file's order. Dots that are jumped over have the first
 * colour. Null for what is damaged.
 */
function unpackedRuns(bytes: Uint8Array, { pixelsAt, width, height, bits, rowBytes }: BmpHeader): Uint8Array | null {
  const rows = new Uint8Array(rowBytes * height);
  const put = (x: number, y: number, value: number): void => {
    if (x >= width || y >= height) return;
    const at = y * rowBytes + ((x * bits) >> 3);
    rows[at] = bits === 8 ? value : (rows[at] as number) | (value << (x % 2 === 0 ? 4 : 0));
  };
  /** The value of dot `n` of those that begin at a byte. */
  const dot = (at: number, n: number): number =>
    bits === 8 ? (bytes[at + n] as number) : ((bytes[at + (n >> 1)] as number) >> (n % 2 === 0 ? 4 : 0)) & 0xf;
  for (let [x, y, at] = [0, 0, pixelsAt]; at + 2 <= bytes.byteLength && y < height; ) {
    const [count, value] = [bytes[at] as number, bytes[at + 1] as number];
    at += 2;
    if (count > 0) {
      for (let n = 0; n < count; n += 1) put(x + n, y, bits === 8 ? value : dot(at - 1, n % 2));
      x += count;
    } else if (value === END_OF_ROW) [x, y] = [0, y + 1];
    else if (value === END_OF_FILE) return rows;
    else if (value === JUMP) {
      [x, y] = [x + (bytes[at] ?? 0), y + (bytes[at + 1] ?? 0)];
      at += 2;
    } else {
      const packed = Math.ceil((value * bits) / 8);
      if (at + packed > bytes.byteLength) return null;
      for (let n = 0; n < value; n += 1) put(x + n, y, dot(at, n));
      x += value;
      // They begin at an even place.
      at += packed + (packed & 1);
    }
    if (y === height - 1 && x >= width) return rows;
  }
  return null;
}

/** `read`: turns a row of the file into samples, one for each dot (grey) or three. `isBits`: each dot is black or white. */
type BmpTones = {
  readonly channels: 1 | 3;
  readonly isBits: boolean;
  readonly read: (row: Uint8Array, into: Uint8Array) => void;
};

const MASKS_AT = 54;
const MASKED: ReadonlySet<number> = new Set([3, 6]);
/** Red, green and blue in 16 and 32 bits, if the file does not say. */
const USUAL_MASKS: Readonly<Record<number, readonly number[]>> = { 16: [0x7c_00, 0x3_e0, 0x1f], 32: [0xff_00_00, 0xff_00, 0xff] };

/** How the dots of a file are read; null for what is not supported. Its alpha is ignored, as most programs do. */
function bmpTones(bytes: Uint8Array, header: BmpHeader): BmpTones | null {
  switch (header.bits) {
    case 1:
    case 4:
    case 8:
      return paletteTones(bytes, header);
    case 24:
      return { channels: 3, isBits: false, read: (row, into) => readBytes(row, into, header.width) };
    case 16:
    case 32:
      return maskTones(bytes, header);
    default:
      return null;
  }
}

function readBytes(row: Uint8Array, into: Uint8Array, width: number): void {
  for (let at = 0; at < width * 3; at += 3) {
    into[at] = row[at + 2] as number;
    into[at + 1] = row[at + 1] as number;
    into[at + 2] = row[at] as number;
  }
}

function paletteTones(bytes: Uint8Array, header: BmpHeader): BmpTones {
  const { bits, width } = header;
  const palette = bmpPalette(bytes, header);
  const mask = (1 << bits) - 1;
  const index = (row: Uint8Array, x: number): number => ((row[(x * bits) >> 3] as number) >> (8 - bits - ((x * bits) & 7))) & mask;
  let isGrey = true;
  for (let at = 0; at < palette.length; at += 3) isGrey &&= palette[at] === palette[at + 1] && palette[at] === palette[at + 2];
  const isBits = isGrey && bits === 1 && [palette[0], palette[3]].every((value) => value === 0 || value === 255);
  const grey = (row: Uint8Array, into: Uint8Array): void => {
    for (let x = 0; x < width; x += 1) into[x] = palette[index(row, x) * 3] ?? 0;
  };
  if (isGrey) return { channels: 1, isBits, read: grey };
  const read = (row: Uint8Array, into: Uint8Array): void => {
    for (let x = 0; x < width; x += 1) {
      // Blue comes first.
      for (let colour = 0; colour < 3; colour += 1) into[x * 3 + colour] = palette[index(row, x) * 3 + 2 - colour] ?? 0;
    }
  };
  return { channels: 3, isBits: false, read };
}

function maskTones(bytes: Uint8Array, { bits, width, compression }: BmpHeader): BmpTones | null {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const masks = MASKED.has(compression) ? [0, 4, 8].map((at) => file.getUint32(MASKS_AT + at, true)) : USUAL_MASKS[bits];
  if (masks === undefined || masks.includes(0)) return null;
  const shifts = masks.map((mask) => 31 - Math.clz32(mask & -mask));
  const mosts = masks.map((mask, at) => mask >>> (shifts[at] ?? 0));
  const read = (row: Uint8Array, into: Uint8Array): void => {
    const view = new DataView(row.buffer, row.byteOffset, row.byteLength);
    for (let x = 0; x < width; x += 1) {
      const value = bits === 16 ? view.getUint16(2 * x, true) : view.getUint32(4 * x, true);
      for (let colour = 0; colour < 3; colour += 1) {
        const level = (value & (masks[colour] as number)) >>> (shifts[colour] as number);
        into[x * 3 + colour] = Math.round((level * 255) / (mosts[colour] as number));
      }
    }
  };
  return { channels: 3, isBits: false, read };
}
