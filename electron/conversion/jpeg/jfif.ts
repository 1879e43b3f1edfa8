import { APP0, MARKER, SOI } from '#shared/lib/jpeg-segments.ts';
import { concat } from '#shared/lib/bytes.ts';
import type { Resolution } from '../picture.ts';

const DOTS_PER_INCH = 1;
const MARKER_BYTES = 2;

/** The first segment of a JPEG: its components are grey or YCbCr, and how large it is on paper. */
export function jfifSegment(resolution: Resolution | null): Uint8Array {
  const unit = resolution === null ? 0 : DOTS_PER_INCH;
  const [x, y] = [Math.round(resolution?.x ?? 1), Math.round(resolution?.y ?? 1)];
  return Uint8Array.of(MARKER, APP0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, unit, x >> 8, x & 0xff, y >> 8, y & 0xff, 0, 0);
}

/** Puts that segment into a JPEG that has none. */
export function withJfif(jpeg: Uint8Array, resolution: Resolution | null): Uint8Array {
  return concat([Uint8Array.of(MARKER, SOI), jfifSegment(resolution), jpeg.subarray(MARKER_BYTES)]);
}
