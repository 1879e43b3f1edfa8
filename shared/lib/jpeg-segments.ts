export const [MARKER, SOI, EOI, SOS, DQT, DHT, DRI] = [0xff, 0xd8, 0xd9, 0xda, 0xdb, 0xc4, 0xdd] as const;
export const [APP0, APP14, APP15, COMMENT] = [0xe0, 0xee, 0xef, 0xfe] as const;

type Segments = { readonly segments: readonly Segment[]; readonly next: Segment | null };

/** The segments from here up to the first scan, which is `next`; at most `most`. `next` is null if no segment follows. */
export function segmentsAt(file: Uint8Array, at: number, most: number): Segments {
  const segments: Segment[] = [];
  let next = segmentAt(file, at);
  while (next !== null && next.marker !== SOS && segments.length < most) {
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
