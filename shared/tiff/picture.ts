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
