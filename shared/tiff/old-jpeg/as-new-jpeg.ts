import { APP14, EOI, MARKER, segmentAt, SOI, SOS, two } from '../../lib/jpeg-segments.ts';
import { concat } from '../../lib/bytes.ts';
import { type Chunk, type ChunkedPage, JPEG, type Meaning } from '../tiff-page.ts';
import { type Header, headerAt, headerOfTables, isSubsampled } from './header.ts';

const [COMPONENTS, FIRST_NAME, FIRST_SAMPLING] = [9, 10, 11];
const NOT_SUBSAMPLED = 0x11;
const TAG = { stream: 513, streamBytes: 514 } as const;
/** A stream may say the size of whole blocks, which is more than the page has. */
const BEYOND_MAX = 64;

/**
 * Compression 6 (TIFF 6.0, section 22), which programs of scanners wrote in the nineties, no two of them alike: a whole stream, one header for
 * several strips, or bare tables. Returns the page as one of compression 7, with a whole stream for each chunk; null if a part is not there.
 */
export function asNewJpeg(file: Uint8Array, { page, chunks }: ChunkedPage): ChunkedPage | null {
  const { directory, bits, samples, isPlanar } = page;
  if (isPlanar || bits !== 8 || (samples !== 1 && samples !== 3)) return null;
  const stated = headerAt(file, directory.values(TAG.stream)?.[0], directory.values(TAG.streamBytes)?.[0]);
  const isOnly = chunks.length === 1;
  const header = (isOnly ? headerAt(file, chunks[0]?.places[0]?.at) : null) ?? stated ?? headerOfTables(file, page);
  if (header?.frame[9] !== samples) return null;
  const made = chunks.map((chunk) => withStream(file, { chunk, header, isOnly }));
  const meaning = meaningOf(page.meaning, header);
  return meaning !== null && made.every((chunk) => chunk !== null) ? { page: { ...page, meaning, compression: JPEG }, chunks: made } : null;
}

/** Where Adobe's segment says how the components are coded, and that they are not. */
const [ADOBE_TRANSFORM, NOT_TRANSFORMED] = [15, 0];

/**
 * The tag for red, green and blue is often there by mistake: libtiff always takes it for YCbCr. Here the stream is believed; null if it says nothing,
 * because then it may be either.
 */
function meaningOf(tagged: Meaning, { kept, frame, isJfif }: Header): Meaning | null {
  if (tagged !== 'rgb') return tagged;
  // JFIF has no other colours.
  if (isJfif || isSubsampled(frame)) return 'ycbcr';
  const names = String.fromCharCode(...[0, 1, 2].map((index) => frame[FIRST_NAME + 3 * index] ?? 0));
  const isRgb = names === 'RGB' || kept.some((bytes) => bytes[1] === APP14 && bytes[ADOBE_TRANSFORM] === NOT_TRANSFORMED);
  return isRgb ? 'rgb' : null;
}

type ChunkOf = { readonly chunk: Chunk; readonly header: Header; readonly isOnly: boolean };

function withStream(file: Uint8Array, { chunk, header, isOnly }: ChunkOf): Chunk | null {
  const [place] = chunk.places;
  const size = isOnly ? ownSize(header.frame, chunk) : sharedSize(header.frame, chunk);
  if (place === undefined || size === null) return null;
  const stream = (): Uint8Array => {
    const { scan, data } = scanAndData(file, { place, header, isOnly });
    return concat([Uint8Array.of(MARKER, SOI), ...header.kept, framed(header.frame, size), scan, data, Uint8Array.of(MARKER, EOI)]);
  };
  return { ...chunk, ...size, stream };
}

type ScanAndData = { readonly scan: Uint8Array; readonly data: Uint8Array };
type DataOf = Omit<ChunkOf, 'chunk'> & { readonly place: Chunk['places'][number] };

/** The compressed data, and its SOS segment, which is in the header, at the beginning of the strip, or missing. */
function scanAndData(file: Uint8Array, { place, header, isOnly }: DataOf): ScanAndData {
  const { scan, frame, dataEnd } = header;
  const end = place.at + place.bytes;
  if (scan !== null && scan.end >= place.at && scan.end < end)
    return { scan: scan.bytes, data: file.subarray(scan.end, isOnly ? Math.max(end, dataEnd) : end) };
  const first = segmentAt(file, place.at);
  if (first?.marker === SOS) return { scan: first.bytes, data: file.subarray(first.end, end) };
  return { scan: scan?.bytes ?? usualScan(frame), data: file.subarray(place.at, end) };
}

type Size = { readonly width: number; readonly height: number };

function sizeIn(frame: Uint8Array, { width, height }: Size): Size {
  const own = { width: two(frame, 7), height: two(frame, 5) };
  return own.width === 0 ? { width, height } : own;
}

function ownSize(frame: Uint8Array, chunk: Chunk): Size | null {
  const own = sizeIn(frame, chunk);
  const [right, below] = [own.width - chunk.width, own.height - chunk.height];
  return Math.min(right, below) >= 0 && Math.max(right, below) <= BEYOND_MAX ? own : null;
}

/** A header for several strips may have the height of all of them. */
function sharedSize(frame: Uint8Array, { width, height }: Chunk): Size | null {
  return sizeIn(frame, { width, height }).width === width ? { width, height } : null;
}

function framed(frame: Uint8Array, { width, height }: Size): Uint8Array {
  const sized = frame.slice();
  sized.set([height >> 8, height & 0xff, width >> 8, width & 0xff], 5);
  // A single component has nothing to be sampled less than, and libtiff takes no other number for it.
  if (sized[COMPONENTS] === 1) sized[FIRST_SAMPLING] = NOT_SUBSAMPLED;
  return sized;
}

/** An SOS segment for all components, each with the Huffman tables of the same number as its quantization table. */
function usualScan(frame: Uint8Array): Uint8Array {
  const count = frame[9] ?? 0;
  const components = Array.from({ length: count }, (_, index) => [frame[10 + 3 * index] ?? 0, (frame[12 + 3 * index] ?? 0) * 0x11]).flat();
  return Uint8Array.from([MARKER, SOS, 0, 6 + components.length, count, ...components, 0, 63, 0]);
}
