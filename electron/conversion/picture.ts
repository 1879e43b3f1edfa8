import type { ConvertFault } from '#shared/domain/item/conversion/conversion.ts';
import type { ConvertProgress } from '#shared/ports/converter.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Tool } from './tools.ts';

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

export type Picture = Bits | Colour;

export type FileOfPages = {
  readonly pages: number;
  /** What opens it; null if the program does it itself. */
  readonly tool: Tool | null;
  /** The first that is tried for a JPEG of it, from 1 to 100. */
  readonly quality: number;
  /**
   * Decodes one page, from 0, upright. One of several is decoded again for each step of the size ladder, so that only one page is in memory; a
   * single one only once.
   */
  page(index: number): Promise<Picture>;
};

/** For files that the service takes in no size: nobody can tell the result from the file. */
export const USUAL_QUALITY = 85;
/** For files that are only too large: as little as possible is lost. */
export const BEST_QUALITY = 92;

/** A file of one page. What decodes it is let go of afterwards, since the memory of a codec never shrinks, and encoding needs as much again. */
export function onePage(of: Pick<FileOfPages, 'tool' | 'quality'>, decode: () => Promise<Picture>): FileOfPages {
  let left: (() => Promise<Picture>) | null = decode;
  const page = async (): Promise<Picture> => {
    const once = left;
    left = null;
    if (once === null) throw new RangeError('decoded already');
    return once();
  };
  return { ...of, pages: 1, page };
}

/** The faults that depend on the bytes alone. */
export type BytesFault = Extract<
  ConvertFault,
  'not-understood' | 'password-wrong' | 'signed' | 'has-attachments' | 'too-many-pages' | 'too-many-pixels' | 'still-too-large'
>;
export type OpenedFile = Result<FileOfPages, BytesFault>;

/** The codecs that are compiled to WebAssembly. */
export const CODECS = ['jpeg', 'webp', 'heic', 'avif', 'pdfium', 'qpdf'] as const;
export type Codec = (typeof CODECS)[number];

export type ConvertDeps = {
  /** The bytes of a codec's .wasm file. */
  readonly codec: (name: Codec) => Promise<Uint8Array<ArrayBuffer>>;
  /** Called before each page; the conversion goes on when it resolves. */
  readonly onPage: (at: ConvertProgress) => Promise<void>;
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
