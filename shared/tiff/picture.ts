/** Dots per inch; faxes have different values for the two directions. */
export type Resolution = { readonly x: number; readonly y: number };

/** A black-and-white page. One bit per dot, 1 is white; each row begins at a byte. */
export type Bits = {
  readonly kind: 'bits';
  readonly width: number;
  readonly height: number;
  readonly rows: Uint8Array<ArrayBuffer>;
  readonly resolution: Resolution | null;
};

/** A page in colour or grey: four bytes per dot, opaque. */
export type Colour = {
  readonly kind: 'colour';
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array<ArrayBuffer>;
  readonly isGrey: boolean;
  readonly resolution: Resolution | null;
};

/** These limits are counts, so that they are the same on every computer. */
export const PAGES_MAX = 200;
/** A page of A4 at 600 dpi has 35 megapixels. */
export const PIXELS_MAX = 100_000_000;
/**
 * A page in colour is made smaller than this before it is encoded: A4 at 300 dpi and a little more. The encoder needs some twenty bytes for each
 * dot, and the process has a limit of memory.
 */
export const COLOUR_PIXELS_MAX = 9_000_000;

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
