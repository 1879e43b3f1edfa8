import type { ConvertFault } from '#shared/domain/item/conversion/conversion.ts';
import type { Remark } from '#shared/domain/item/conversion/remark.ts';
import type { ConvertProgress } from '#shared/ports/converter.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Picture } from '#shared/tiff/picture.ts';
import type { Tool } from './tools.ts';

export type { Bits, Colour, Picture, Resolution } from '#shared/tiff/picture.ts';
export { COLOUR_PIXELS_MAX, PAGES_MAX, PIXELS_MAX } from '#shared/tiff/picture.ts';

/** A decoded page. */
export type Page = Picture & {
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
  /** What a person should know of what is made of it; asked after the last page was decoded. */
  readonly remarks?: () => readonly Remark[];
  /**
   * Decodes one page, from 0, upright. One of several is decoded again for each step of the size ladder, so that only one page is in memory; a
   * single one only once.
   */
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

/** The codecs that are compiled to WebAssembly. */
export const CODECS = ['jpeg', 'webp', 'heic', 'avif', 'pdfium', 'qpdf'] as const;
export type Codec = (typeof CODECS)[number];

export type ConvertDeps = {
  /** The bytes of a codec's .wasm file. */
  readonly codec: (name: Codec) => Promise<Uint8Array<ArrayBuffer>>;
  /** Called before each page; the conversion goes on when it resolves. */
  readonly onPage: (at: ConvertProgress) => Promise<void>;
};
