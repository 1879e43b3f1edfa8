import { concat } from '#shared/lib/concat.ts';
import { MARKER, segmentAt, SOI, SOS } from '#shared/tiff/old-jpeg/header.ts';
import { jpegEnd } from './jpeg-end.ts';

const [APP0, APP14, APP15, COMMENT] = [0xe0, 0xee, 0xef, 0xfe];
const SEGMENTS_MAX = 4_096;

/**
 * The same compressed dots without what is not needed to show them: EXIF with its place and its small picture, colour profiles, comments, and what
 * follows the picture. Null for what is cut off or damaged.
 */
export function bareJpeg(bytes: Uint8Array): Uint8Array | null {
  const kept: Uint8Array[] = [Uint8Array.of(MARKER, SOI)];
  let next = segmentAt(bytes, 2);
  for (let count = 0; next !== null && next.marker !== SOS && count < SEGMENTS_MAX; count += 1) {
    if (!isMetadata(next.marker)) kept.push(next.bytes);
    next = segmentAt(bytes, next.end);
  }
  if (next?.marker !== SOS) return null;
  const start = next.end - next.bytes.byteLength;
  const end = jpegEnd(bytes, start);
  return end === null ? null : concat([...kept, bytes.subarray(start, end)]);
}

/** Of the segments that programs may define, those of JFIF and Adobe say what the colours mean. */
function isMetadata(marker: number): boolean {
  return marker === COMMENT || (marker > APP0 && marker <= APP15 && marker !== APP14);
}
