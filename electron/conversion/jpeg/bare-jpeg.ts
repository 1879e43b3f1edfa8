import { APP0, APP14, APP15, COMMENT, MARKER, segmentsAt, SOI, SOS } from '#shared/lib/jpeg-segments.ts';
import { concat } from '#shared/lib/concat.ts';
import { SEGMENTS_MAX } from './jpeg-header.ts';
import { scansFrom } from './scans-from.ts';

/**
 * The same JPEG without what is not needed to show it: EXIF with the place and the thumbnail, colour profiles, comments, and what follows the end.
 * Null if it is cut off or damaged.
 */
export function bareJpeg(bytes: Uint8Array): Uint8Array | null {
  const { segments, next } = segmentsAt(bytes, 2, SEGMENTS_MAX);
  const scans = next?.marker === SOS ? scansFrom(bytes, next) : null;
  const kept = segments.filter(({ marker }) => !isMetadata(marker)).map((segment) => segment.bytes);
  return scans === null ? null : concat([Uint8Array.of(MARKER, SOI), ...kept, scans]);
}

/** Of the application segments, those of JFIF and Adobe say what the components mean. */
function isMetadata(marker: number): boolean {
  return marker === COMMENT || (marker > APP0 && marker <= APP15 && marker !== APP14);
}
