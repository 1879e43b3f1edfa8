export const [MARKER, SOI, EOI, SOS, DQT, DHT] = [0xff, 0xd8, 0xd9, 0xda, 0xdb, 0xc4] as const;
export const APP14 = 0xee;
const DRI = 0xdd;
/** Baseline, extended and progressive, each with Huffman codes: no others are decoded. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
/** Tables, the restart interval, and Adobe's segment, which says whether the components are RGB or YCbCr. */
const KEPT: ReadonlySet<number> = new Set([DQT, DHT, DRI, APP14]);
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
};

/** What a stream says before its first scan, as far as it can be read. Null where no stream begins, or none that is decoded. */
export function headerAt(file: Uint8Array, at: number | undefined, bytes = 0): Header | null {
  if (at === undefined || file[at] !== MARKER || file[at + 1] !== SOI) return null;
  const { segments, next } = segmentsAt(file, at + 2);
  const frame = segments.findLast(({ marker }) => FRAMES.has(marker));
  if (frame === undefined || segments.length >= SEGMENTS_MAX) return null;
  const kept = segments.filter(({ marker }) => KEPT.has(marker)).map((segment) => segment.bytes);
  return { kept, frame: frame.bytes, scan: next, dataEnd: Math.min(at + bytes, file.byteLength) };
}

/** The segments from here up to the first scan, which is `next`; null if something else comes before one. */
export function segmentsAt(file: Uint8Array, at: number): { readonly segments: readonly Segment[]; readonly next: Segment | null } {
  const segments: Segment[] = [];
  let next = segmentAt(file, at);
  while (next !== null && next.marker !== SOS && segments.length < SEGMENTS_MAX) {
    segments.push(next);
    next = segmentAt(file, next.end);
  }
  return { segments, next };
}

export type Segment = { readonly marker: number; readonly bytes: Uint8Array; readonly end: number };

/** Null where no segment with a length begins. */
export function segmentAt(file: Uint8Array, at: number): Segment | null {
  let from = at;
  while (file[from] === MARKER && file[from + 1] === MARKER) from += 1;
  const [marker = 0, end] = [file[from + 1], from + 2 + two(file, from + 2)];
  const hasLength = marker >= 0xc0 && marker < 0xff && (marker < 0xd0 || marker >= SOS);
  if (file[from] !== MARKER || !hasLength || end < from + 4 || end > file.byteLength) return null;
  return { marker, bytes: file.subarray(from, end), end };
}

/** A number of two bytes, as JPEG has it. */
export function two(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}
