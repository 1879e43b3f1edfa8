import { concat } from '../../lib/concat.ts';
import type { Chunk } from '../chunks.ts';
import type { TiffPage } from '../tiff-page.ts';
import { EOI, type Header, headerAt, MARKER, segmentAt, SOI, SOS, two } from './header.ts';
import { headerOfTables } from './header-of-tables.ts';

const TAG = { stream: 513, streamBytes: 514 } as const;
/** A stream may fill up its last blocks with more dots than the page has. */
const BEYOND_MAX = 64;

/**
 * Compression 6 (TIFF 6.0, section 22), which programs of scanners wrote in the nineties, no two of them alike: a whole stream, one header for
 * several strips, or bare tables. Returns the chunks with a whole stream for each, as compression 7 has it; null if a part is not there.
 */
export function withStreams(file: Uint8Array, page: TiffPage, chunks: readonly Chunk[]): readonly Chunk[] | null {
  const { directory, bits, samples, isPlanar } = page;
  if (isPlanar || bits !== 8 || (samples !== 1 && samples !== 3)) return null;
  const stated = headerAt(file, directory.values(TAG.stream)?.[0], directory.values(TAG.streamBytes)?.[0]);
  const isOnly = chunks.length === 1;
  const header = (isOnly ? headerAt(file, chunks[0]?.places[0]?.at) : null) ?? stated ?? headerOfTables(file, page);
  if (header?.frame[9] !== samples) return null;
  const made = chunks.map((chunk) => withStream(file, { chunk, header, isOnly }));
  return made.every((chunk) => chunk !== null) ? made : null;
}

type Of = { readonly chunk: Chunk; readonly header: Header; readonly isOnly: boolean };

function withStream(file: Uint8Array, { chunk, header, isOnly }: Of): Chunk | null {
  const [place] = chunk.places;
  const size = isOnly ? ownSize(header.frame, chunk) : sharedSize(header.frame, chunk);
  if (place === undefined || size === null) return null;
  const stream = (): Uint8Array => {
    const { scan, data } = dataOf(file, { place, header, isOnly });
    return concat([Uint8Array.of(MARKER, SOI), ...header.kept, framed(header.frame, size), scan, data, Uint8Array.of(MARKER, EOI)]);
  };
  return { ...chunk, ...size, stream };
}

type Data = { readonly scan: Uint8Array; readonly data: Uint8Array };
type DataOf = Omit<Of, 'chunk'> & { readonly place: Chunk['places'][number] };

/** The compressed dots, behind the segment that says what they are: in the header, at the beginning of the strip, or nowhere. */
function dataOf(file: Uint8Array, { place, header, isOnly }: DataOf): Data {
  const end = place.at + place.bytes;
  if (header.scan !== null && header.dataAt !== null && header.dataAt >= place.at && header.dataAt < end)
    return { scan: header.scan, data: file.subarray(header.dataAt, isOnly ? Math.max(end, header.end) : end) };
  const first = segmentAt(file, place.at);
  if (first?.marker === SOS) return { scan: first.bytes, data: file.subarray(first.end, end) };
  return { scan: header.scan ?? usualScan(header.frame), data: file.subarray(place.at, end) };
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
  return sized;
}

/** A scan of all components, each with the tables of codes that have the number of its quantization. */
function usualScan(frame: Uint8Array): Uint8Array {
  const count = frame[9] ?? 0;
  const components = Array.from({ length: count }, (_, index) => [frame[10 + 3 * index] ?? 0, (frame[12 + 3 * index] ?? 0) * 0x11]).flat();
  return Uint8Array.from([MARKER, SOS, 0, 6 + components.length, count, ...components, 0, 63, 0]);
}
