import { crc32, inflateSync } from 'node:zlib';
import { type PngHeader, pngHeader, pngRowsBytes } from '#shared/lib/pictures/png-rows.ts';
import { codeOf } from '#shared/node/code-of.ts';
import { viewOf } from '../bytes.ts';
import type { InspectBudget } from '../inspect-budget.ts';
import { blocksOf, hasZeroRun, type ZeroRun, zeroRuns } from '../zero-runs.ts';

/** `raw`: the filtered rows, each after its filter byte; null if they were not unpacked. */
export type Png = {
  readonly isWhole: boolean;
  readonly header: PngHeader | null;
  readonly raw: Buffer | null;
  readonly palette: Uint8Array | null;
  /** It has a transparency chunk. */
  readonly isTransparent: boolean;
};

const SIGNATURE_BYTES = 8;
/** Including the whole IHDR chunk. */
const HEADER_BYTES = 33;
/** Chunk types as numbers, to avoid a string for each of possibly hundreds of thousands of chunks. */
const IHDR = 0x49484452;
const PLTE = 0x504c5445;
const TRNS = 0x74524e53;
const IDAT = 0x49444154;
const IEND = 0x49454e44;
/** The type of an ancillary chunk begins with a lower-case letter. */
const SMALL_A = 0x61;
/** A colour page at 400 dpi. Larger ones are judged by their checksums alone: unpacking would take longer than it is worth. */
const RAW_BYTES_MAX = 64_000_000;

const NOT_WHOLE: Png = { isWhole: false, header: null, raw: null, palette: null, isTransparent: false };

/**
 * Checks every chunk from the header to the last row of the picture. The end may be missing, and an ancillary chunk may have a wrong
 * checksum, because the picture needs neither. Everything it needs must have its checksum and unpack to all rows.
 */
export function readPng(bytes: Uint8Array, budget: InspectBudget): Png {
  const parts = partsOf(bytes);
  const header = parts === null ? null : pngHeader(bytes);
  if (parts === null || parts.data.length === 0) return NOT_WHOLE;
  const rawBytes = header === null ? 0 : pngRowsBytes(header);
  if (header === null || !(rawBytes > 0 && rawBytes <= RAW_BYTES_MAX) || !budget.spend('unpackedBytes', rawBytes))
    return { ...NOT_WHOLE, isWhole: parts.isEnded };
  const [only] = parts.data;
  const raw = unpacked(parts.data.length === 1 && only !== undefined ? only : Buffer.concat(parts.data), rawBytes);
  if (raw === 'longer') return { ...NOT_WHOLE, isWhole: parts.isEnded };
  return raw === null ? NOT_WHOLE : { isWhole: true, header, raw, palette: parts.palette, isTransparent: parts.isTransparent };
}

type Parts = {
  readonly data: Uint8Array[];
  palette: Uint8Array | null;
  isEnded: boolean;
  isTransparent: boolean;
};

/** Null if a chunk is broken. */
function partsOf(bytes: Uint8Array): Parts | null {
  if (bytes.byteLength < HEADER_BYTES) return null;
  const view = viewOf(bytes);
  const parts: Parts = { data: [], palette: null, isEnded: false, isTransparent: false };
  const holes = once(() => zeroRuns(bytes).map(blocksOf));
  let at = SIGNATURE_BYTES;
  for (let n = 0; at + 8 <= bytes.byteLength; n += 1) {
    const [length, type] = [view.getUint32(at), view.getUint32(at + 4)];
    const end = at + 8 + length;
    if (n === 0 && (type !== IHDR || length < 8 || view.getUint32(at + 8) === 0 || view.getUint32(at + 12) === 0)) return null;
    if (end + 4 > bytes.byteLength) return isEnd(bytes.subarray(at)) ? parts : null;
    if (crc32(bytes.subarray(at + 4, end)) !== view.getUint32(end) && !isForgiven({ type, from: at, to: end + 4 }, holes)) return null;
    if (type === IDAT) parts.data.push(bytes.subarray(at + 8, end));
    if (type === PLTE) parts.palette = bytes.subarray(at + 8, end);
    if (type === TRNS) parts.isTransparent = true;
    if (type === IEND) return { ...parts, isEnded: true };
    at = end + 4;
  }
  return isEnd(bytes.subarray(at)) ? parts : null;
}

const END = Buffer.from('0000000049454e44ae426082', 'hex');

/** Whether the rest is IEND or a beginning of it: a file that stops in another chunk is being written. */
function isEnd(left: Uint8Array): boolean {
  return left.byteLength <= END.byteLength && END.subarray(0, left.byteLength).equals(left);
}

/**
 * Whether a wrong checksum is tolerated: only in an ancillary chunk without a whole block of zeros, which would mean that it was not written
 * yet.
 */
function isForgiven(
  { type, from, to }: { readonly type: number; readonly from: number; readonly to: number },
  holes: () => readonly ZeroRun[],
): boolean {
  const first = type >>> 24;
  return first >= SMALL_A && first < SMALL_A + 26 && !hasZeroRun(holes(), from, to);
}

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

/** Null if the data does not unpack to exactly `rawBytes`; `longer` if there is more, which readers ignore. */
function unpacked(data: Uint8Array, rawBytes: number): Buffer | 'longer' | null {
  try {
    // In one chunk: otherwise it would be in memory twice, as chunks and joined.
    const raw = inflateSync(data, { maxOutputLength: rawBytes, chunkSize: rawBytes + 64 });
    return raw.byteLength === rawBytes ? raw : null;
  } catch (error) {
    return codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? 'longer' : null;
  }
}
