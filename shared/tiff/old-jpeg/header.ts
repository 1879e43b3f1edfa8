import { APP0, APP14, DHT, DQT, DRI, MARKER, type Segment, segmentsAt, SOI } from '../../lib/jpeg-segments.ts';
import type { TiffPage } from '../tiff-page.ts';

/** Baseline, extended and progressive, each with Huffman codes: no others are decoded. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
/** Tables, the restart interval, and Adobe's segment, which says whether the components are RGB or YCbCr. */
const KEPT: ReadonlySet<number> = new Set([DQT, DHT, DRI, APP14]);
const JFIF = /^JFIF\0$/;
/** A header has a few dozen. */
const SEGMENTS_MAX = 256;

/** The segments before the compressed data of a JPEG. */
export type Header = {
  readonly kept: readonly Uint8Array[];
  /** The segment with width and height, 0 if they are those of the strip or tile, and with the components. */
  readonly frame: Uint8Array;
  /** The last segment, with the data behind it; null if it is elsewhere, or missing. */
  readonly scan: Segment | null;
  /** Where in the file the data ends according to the length of the stream; 0 if that is not known. */
  readonly dataEnd: number;
  /** The stream says that it is JFIF, of which the colours are YCbCr. */
  readonly isJfif: boolean;
};

/** What a stream says before its first scan, as far as it can be read. Null where no stream begins, or none that is decoded. */
export function headerAt(file: Uint8Array, at: number | undefined, bytes = 0): Header | null {
  if (at === undefined || file[at] !== MARKER || file[at + 1] !== SOI) return null;
  const { segments, next } = segmentsAt(file, at + 2, SEGMENTS_MAX);
  const frame = segments.findLast(({ marker }) => FRAMES.has(marker));
  if (frame === undefined || segments.length >= SEGMENTS_MAX) return null;
  const kept = segments.filter(({ marker }) => KEPT.has(marker)).map((segment) => segment.bytes);
  const isJfif = segments.some((segment) => segment.marker === APP0 && JFIF.test(String.fromCharCode(...segment.bytes.subarray(4, 9))));
  return { kept, frame: frame.bytes, scan: next, dataEnd: Math.min(at + bytes, file.byteLength), isJfif };
}

/** Tables that all strips and tiles of a page have in common, which are in a tag. */
export function sharedTables({ directory }: Pick<TiffPage, 'directory'>): readonly Uint8Array[] {
  const { segments } = segmentsAt(Uint8Array.from(directory.values(TAG.sharedTables) ?? []), 2, SEGMENTS_MAX);
  return segments.map(({ bytes }) => bytes);
}

/** In a frame: how many dots of the first component there are for one block of the picture, across and down. */
const [FIRST_SAMPLING, NOT_SUBSAMPLED] = [11, 0x11];

/** Whether colour has fewer dots than brightness. Nobody subsamples red, green and blue, so such a frame is YCbCr whatever a tag says. */
export function isSubsampled(frame: Uint8Array): boolean {
  return frame[FIRST_SAMPLING] !== NOT_SUBSAMPLED;
}

const TAG = { sharedTables: 347, process: 512, quantizationTables: 519, dcTables: 520, acTables: 521, subsampling: 530 } as const;
/** A value of `process`: lossless JPEG, which is not decoded. */
const LOSSLESS = 14;
const BASELINE = 0xc0;
const QUANTIZATION_BYTES = 64;
const CODE_LENGTHS = 16;
/** In the identifier of a Huffman table: it is one for AC coefficients. */
const AC_TABLE = 0x10;

/** A header made of the bare tables of each component, which the tags lead to. Null if one is missing. */
export function headerOfTables(file: Uint8Array, { directory, samples }: TiffPage): Header | null {
  if (directory.values(TAG.process)?.[0] === LOSSLESS) return null;
  const tables = Array.from({ length: samples }, (_, index) => {
    const at = (tag: number): number => directory.values(tag)?.[index] ?? file.byteLength;
    return [
      tableSegment(DQT, index, bytesAt(file, at(TAG.quantizationTables), QUANTIZATION_BYTES)),
      tableSegment(DHT, index, huffmanTableAt(file, at(TAG.dcTables))),
      tableSegment(DHT, AC_TABLE | index, huffmanTableAt(file, at(TAG.acTables))),
    ];
  }).flat();
  const kept = tables.filter((table) => table !== null);
  if (kept.length < tables.length) return null;
  const [across = 2, down = 2] = directory.values(TAG.subsampling) ?? [];
  const components = Array.from({ length: samples }, (_, index) => [index + 1, index === 0 ? (across << 4) | down : 0x11, index]).flat();
  const frame = Uint8Array.from([MARKER, BASELINE, 0, 8 + components.length, 8, 0, 0, 0, 0, samples, ...components]);
  return { kept, frame, scan: null, dataEnd: 0, isJfif: false };
}

function bytesAt(file: Uint8Array, at: number, bytes: number): Uint8Array | null {
  return at + bytes <= file.byteLength ? file.subarray(at, at + bytes) : null;
}

/** A Huffman table: how many codes there are of each length, then their values. */
function huffmanTableAt(file: Uint8Array, at: number): Uint8Array | null {
  const counts = bytesAt(file, at, CODE_LENGTHS);
  return counts === null ? null : bytesAt(file, at, CODE_LENGTHS + counts.reduce((sum, count) => sum + count, 0));
}

function tableSegment(marker: number, id: number, table: Uint8Array | null): Uint8Array | null {
  if (table === null) return null;
  const length = 3 + table.byteLength;
  return Uint8Array.from([MARKER, marker, length >> 8, length & 0xff, id, ...table]);
}
