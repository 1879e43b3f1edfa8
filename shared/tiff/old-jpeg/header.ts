import { APP14, DHT, DQT, DRI, MARKER, type Segment, segmentsAt, SOI } from '../../lib/jpeg-segments.ts';

/** Baseline, extended and progressive, each with Huffman codes: no others are decoded. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
/** Tables, the restart interval, and Adobe's segment, which says whether the components are RGB or YCbCr. */
const KEPT: ReadonlySet<number> = new Set([DQT, DHT, DRI, APP14]);
/** A header has a few dozen. */
export const SEGMENTS_MAX = 256;

/** The segments before the compressed data of a JPEG. */
export type Header = {
  readonly kept: readonly Uint8Array[];
  /** The segment with width and height, 0 if they are those of the strip or tile, and with the components. */
  readonly frame: Uint8Array;
  /** The last segment, with the data behind it; null if it is elsewhere, or missing. */
  readonly scan: Segment | null;
  /** Where in the file the data ends according to the length of the stream; 0 if that is not known. */
  readonly dataEnd: number;
};

/** What a stream says before its first scan, as far as it can be read. Null where no stream begins, or none that is decoded. */
export function headerAt(file: Uint8Array, at: number | undefined, bytes = 0): Header | null {
  if (at === undefined || file[at] !== MARKER || file[at + 1] !== SOI) return null;
  const { segments, next } = segmentsAt(file, at + 2, SEGMENTS_MAX);
  const frame = segments.findLast(({ marker }) => FRAMES.has(marker));
  if (frame === undefined || segments.length >= SEGMENTS_MAX) return null;
  const kept = segments.filter(({ marker }) => KEPT.has(marker)).map((segment) => segment.bytes);
  return { kept, frame: frame.bytes, scan: next, dataEnd: Math.min(at + bytes, file.byteLength) };
}
