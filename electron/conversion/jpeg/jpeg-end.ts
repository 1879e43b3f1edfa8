import { EOI, MARKER, segmentAt } from '#shared/tiff/old-jpeg/header.ts';

const [RESTART_FIRST, RESTART_LAST] = [0xd0, 0xd7];

/** Where a JPEG ends: just behind the end marker that follows its scans, of which one begins here. Null if it is cut off. */
export function jpegEnd(bytes: Uint8Array, scan: number): number | null {
  let at = segmentAt(bytes, scan)?.end ?? -1;
  while (at !== -1) {
    at = bytes.indexOf(MARKER, at);
    const marker = bytes[at + 1];
    if (at === -1 || marker === undefined) return null;
    if (marker === EOI) return at + 2;
    // A byte of the compressed dots, a fill byte, or where the decoder starts again.
    if (marker === 0 || (marker >= RESTART_FIRST && marker <= RESTART_LAST)) at += 2;
    else if (marker === MARKER) at += 1;
    else at = segmentAt(bytes, at)?.end ?? -1;
  }
  return null;
}
