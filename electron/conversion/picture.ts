import type { ConvertFault } from '#shared/domain/item/conversion/conversion.ts';
import type { Remark } from '#shared/domain/item/conversion/remark.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Bits, Resolution } from '#shared/tiff/picture.ts';
import type { ConvertProgress } from '#shared/ports/converter.ts';
import type { Codec } from './confined/known-modules.ts';
import type { Tool } from './tools.ts';
import type { Vips } from './vips/load-vips.ts';

export { CODECS, type Codec } from './confined/known-modules.ts';
export type { Bits, Colour, Resolution } from '#shared/tiff/picture.ts';
export { COLOUR_PIXELS_MAX, PAGES_MAX, PIXELS_MAX } from '#shared/tiff/picture.ts';

/** In dots. */
export type Extent = { readonly width: number; readonly height: number };

/** A page, upright. Its dots are decoded each time when it is encoded: what throws then is damaged, or not understood. */
export type Page = Extent & {
  readonly resolution: Resolution | null;
  readonly isGrey: boolean;
  /** Encodes it as a JPEG with so many dots, on white paper. `quality`: from 1 to 100. */
  readonly encode: (how: Extent & { readonly quality: number }) => Promise<Uint8Array>;
  /** A PNG with each of its dots; null if it would be larger than so many bytes. */
  readonly png: (most: number) => Promise<Uint8Array | null>;
  /** Of a page in black and white: its dots, so many of them. Such a page is not encoded as a JPEG. */
  readonly bits?: (size: Extent) => Promise<Bits>;
  /** Reads the JPEG that the page is in the file; null if readers of JPEG show it in another way. */
  readonly jpeg?: () => Promise<Uint8Array | null>;
};

export type FileOfPages = {
  readonly pages: number;
  /** What opens it; null if the program does it itself. */
  readonly tool: Tool | null;
  /** The first that is tried for a JPEG of it, from 1 to 100. */
  readonly quality: number;
  /** Its pages are all pictures of a file that has several. */
  readonly allPictures?: boolean;
  /** What a user should know of what is made of it; asked after the last page was decoded. */
  readonly remarks?: () => readonly Remark[];
  /** One page, from 0. */
  page(index: number): Promise<Page>;
};

/** For files that the service takes in no size: nobody can tell the result from the file. */
export const USUAL_QUALITY = 85;
/** For files that are only too large: as little as possible is lost. */
export const BEST_QUALITY = 92;

/** The faults that depend on the bytes alone. */
export type BytesFault = Extract<
  ConvertFault,
  'not-understood' | 'password-wrong' | 'signed' | 'has-attachments' | 'too-many-pages' | 'too-many-pixels' | 'still-too-large'
>;
export type OpenedFile = Result<FileOfPages, BytesFault>;

export type ConvertDeps = {
  readonly vips: Vips;
  /** The bytes of another codec's .wasm file. */
  readonly codec: (name: Exclude<Codec, 'vips'>) => Promise<Uint8Array<ArrayBuffer>>;
  /** What the reader of the file complained of is no longer an error: the rest of a damaged picture is made. */
  readonly isLenient?: boolean;
  /** Called before each page; the conversion goes on when it resolves. */
  readonly onPage: (at: ConvertProgress) => Promise<void>;
};

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
