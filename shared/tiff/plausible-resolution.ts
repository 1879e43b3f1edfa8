import type { Resolution } from './picture.ts';

/** Outside of these, no scanner has set it. */
const [DPI_MIN, DPI_MAX] = [50, 2_400];

export function isUsualDpi(dpi: number): boolean {
  return dpi >= DPI_MIN && dpi <= DPI_MAX;
}

/** The longer side of A2, in inches. */
const SIDE_MAX_INCHES = 23.4;

/**
 * The resolution that a file claims, if its page would be no larger than A2. Cameras and phones write some number, usually 72, with which a photo
 * would be as large as a door.
 */
export function plausible(of: Resolution, { width, height }: { readonly width: number; readonly height: number }): Resolution | null {
  const isPage = Math.max(width / of.x, height / of.y) <= SIDE_MAX_INCHES;
  return isUsualDpi(of.x) && isUsualDpi(of.y) && isPage ? of : null;
}
