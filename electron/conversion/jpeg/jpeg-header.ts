import { EOI, MARKER, type Segment, segmentAt, two } from '#shared/lib/jpeg-segments.ts';
import { BEST_QUALITY, COLOUR_PIXELS_MAX, type Resolution } from '../picture.ts';
import { plausible } from '#shared/tiff/picture.ts';
import { readDirectories } from '#shared/tiff/directories.ts';
import { TAG, tiffResolution } from '#shared/tiff/tiff-page.ts';

export type JpegHeader = {
  readonly width: number;
  readonly height: number;
  /** 1 is grey, 3 is colour, 4 is CMYK. */
  readonly components: 1 | 3 | 4;
  /** An Adobe program wrote it: such files have the four colours inverted. */
  readonly isAdobe: boolean;
  readonly orientation: number;
  readonly resolution: Resolution | null;
  /** The quality it was written with, from 1 to 100. */
  readonly quality: number;
};

/** Baseline, extended and progressive, each with Huffman codes. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
const [DHT, JPG, DAC] = [0xc4, 0xc8, 0xcc];
const [SOI, SOS, DQT, APP0, APP1, APP14] = [0xd8, 0xda, 0xdb, 0xe0, 0xe1, 0xee];
/** A picture has a few dozen; colour profiles and EXIF may take many of at most 64 KB each. */
export const SEGMENTS_MAX = 4_096;
const INCH_CM = 2.54;

type Read = {
  frame: Pick<JpegHeader, 'width' | 'height' | 'components'> | null;
  isAdobe: boolean;
  density: Resolution | null;
  exif: Exif | null;
  quality: number;
};

/** What the segments before the first scan say; null for what is damaged, and for kinds that are hardly in use (arithmetic codes, 12 bits). */
export function jpegHeader(bytes: Uint8Array): JpegHeader | null {
  if (bytes[0] !== 0xff || bytes[1] !== SOI) return null;
  const read: Read = { frame: null, isAdobe: false, density: null, exif: null, quality: BEST_QUALITY };
  for (let [at, segment] = [2, 0]; segment < SEGMENTS_MAX; segment += 1) {
    if (bytes[at] !== 0xff) return null;
    while (bytes[at + 1] === 0xff) at += 1;
    const marker = bytes[at + 1] ?? 0;
    const length = two(bytes, at + 2);
    const body = bytes.subarray(at + 4, at + 2 + length);
    if (length < 2 || body.byteLength < length - 2) return null;
    if (marker === SOS) return headerOf(read);
    if (!take(read, marker, body)) return null;
    at += 2 + length;
  }
  return null;
}

function headerOf({ frame, isAdobe, density, exif, quality }: Read): JpegHeader | null {
  if (frame === null) return null;
  const claimed = density ?? exif?.resolution ?? null;
  const resolution = claimed === null ? null : plausible(claimed, frame);
  // Of a picture that is made smaller first, hardly anything is left of the losses that it has.
  const isReduced = frame.width * frame.height > COLOUR_PIXELS_MAX;
  return { ...frame, isAdobe, orientation: exif?.orientation ?? 1, resolution, quality: isReduced ? BEST_QUALITY : quality };
}

/** False if the segment shows that the picture cannot be read. */
function take(read: Read, marker: number, body: Uint8Array): boolean {
  switch (marker) {
    case APP0:
      if (text(body, 5) === 'JFIF\0') read.density = densityOf(body);
      return true;
    case APP1:
      if (text(body, 6) === 'Exif\0\0') read.exif ??= readExif(body);
      return true;
    case APP14:
      if (text(body, 5) === 'Adobe') read.isAdobe = true;
      return true;
    case DQT:
      read.quality = qualityOf(body) ?? read.quality;
      return true;
    default:
  }
  const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== DHT && marker !== JPG && marker !== DAC;
  if (!isFrame) return true;
  const [height, width, components] = [two(body, 1), two(body, 3), body[5]];
  if (!FRAMES.has(marker) || body[0] !== 8 || width === 0 || height === 0 || read.frame !== null) return false;
  if (components !== 1 && components !== 3 && components !== 4) return false;
  read.frame = { width, height, components };
  return true;
}

function densityOf(body: Uint8Array): Resolution | null {
  const factor = body[7] === 1 ? 1 : body[7] === 2 ? INCH_CM : 0;
  const [x, y] = [two(body, 8) * factor, two(body, 10) * factor];
  return x > 0 && y > 0 ? { x, y } : null;
}

/** Sum of the first table of the standard, which libjpeg and most others scale by the quality. */
const SUM_AT_50 = 3_688;
const VALUES = 64;

/** Of the table for the brightness, number 0; null for another one. */
function qualityOf(body: Uint8Array): number | null {
  // Tables of 16 bits are of the lowest qualities.
  if (body[0] !== 0 || body.byteLength < 1 + VALUES) return null;
  let sum = 0;
  for (let at = 1; at <= VALUES; at += 1) sum += body[at] ?? 0;
  const scale = (100 * sum) / SUM_AT_50;
  const quality = Math.round(scale <= 100 ? (200 - scale) / 2 : 5_000 / scale);
  return Math.min(BEST_QUALITY, Math.max(1, quality));
}

function text(bytes: Uint8Array, length: number): string {
  return String.fromCharCode(...bytes.subarray(0, length));
}

/** "Exif" and two zeros; some programs put them before the block. */
const HEAD: readonly number[] = [0x45, 0x78, 0x69, 0x66, 0, 0];

/** `orientation`: 1 to 8, as EXIF numbers it; 1 is upright. */
type Exif = { readonly orientation: number; readonly resolution: Resolution | null };

/** The content of an EXIF block, which is structured like a TIFF. */
function readExif(block: Uint8Array): Exif {
  const hasHead = HEAD.every((byte, at) => block[at] === byte);
  const read = readDirectories(hasHead ? block.subarray(HEAD.length) : block);
  const [first] = read.ok ? read.value : [];
  const one = (tag: number, absent: number): number => first?.directory.values(tag)?.[0] ?? absent;
  return { orientation: one(TAG.orientation, 1), resolution: tiffResolution(one) };
}

const [RESTART_FIRST, RESTART_LAST] = [0xd0, 0xd7];

/** All scans of a JPEG from the first one on, with the end marker that follows them. Null if the JPEG is cut off. */
export function scansFrom(bytes: Uint8Array, first: Segment): Uint8Array | null {
  let at = first.end;
  while (at !== -1) {
    at = bytes.indexOf(MARKER, at);
    const marker = bytes[at + 1];
    if (at === -1 || marker === undefined) return null;
    if (marker === EOI) return bytes.subarray(first.end - first.bytes.byteLength, at + 2);
    // Compressed data, or a place where the decoder starts anew.
    if (marker === 0 || (marker >= RESTART_FIRST && marker <= RESTART_LAST)) at += 2;
    // A byte that only fills.
    else if (marker === MARKER) at += 1;
    else at = segmentAt(bytes, at)?.end ?? -1;
  }
  return null;
}
