import type { Extent, Resolution } from './picture.ts';

export const POINTS_PER_INCH = 72;
/** A4, upright, in inches. */
const [A4_SHORT, A4_LONG] = [210 / 25.4, 297 / 25.4];

type Sized = Extent & { readonly resolution: Resolution | null };

/** The resolution of a page: its own, or else the one at which it fits on A4, upright or on its side. */
export function resolutionOf({ width, height, resolution }: Sized): Resolution {
  if (resolution !== null) return resolution;
  const [across, down] = width > height ? [A4_LONG, A4_SHORT] : [A4_SHORT, A4_LONG];
  const dpi = Math.max(width / across, height / down);
  return { x: dpi, y: dpi };
}

/** The size of a page in points, with three decimals. */
export function pageSize(picture: Sized): { readonly width: number; readonly height: number } {
  const { x, y } = resolutionOf(picture);
  return rounded({ width: (picture.width / x) * POINTS_PER_INCH, height: (picture.height / y) * POINTS_PER_INCH });
}

/** A size in points with three decimals. */
export function rounded({ width, height }: { readonly width: number; readonly height: number }): {
  readonly width: number;
  readonly height: number;
} {
  return { width: Math.round(width * 1_000) / 1_000, height: Math.round(height * 1_000) / 1_000 };
}
