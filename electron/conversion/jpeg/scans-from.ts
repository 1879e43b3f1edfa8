import { EOI, MARKER, segmentAt, type Segment } from '#shared/lib/jpeg-segments.ts';

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
