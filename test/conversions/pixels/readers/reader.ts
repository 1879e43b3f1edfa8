import type { ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';
import type { Picture } from '../picture.ts';

/** A page of a file, to be drawn. */
export type PageAt = {
  readonly path: string;
  readonly kind: ConvertedKind;
  /** From 0: of the directory of a TIFF, or of the page of a PDF. */
  readonly index: number;
  readonly password: string | null;
  /** As the file says; null if nobody told. */
  readonly size: { readonly width: number; readonly height: number } | null;
};

/** A program that shows a page without any code of ours: upright, on white, in sRGB as far as it knows colours. */
export type Reader = {
  /** For tables, and for what is kept of it. */
  readonly name: string;
  /** Null if it cannot read the page, or complains so much that it gives up. */
  readonly draw: (page: PageAt) => Promise<Picture | null>;
};

/** Pictures are compared at this size at most. An average over some dots has little of the noise of JPEG, of dithering and of softened edges. */
export const LONGEST = 1_024;
/** For one page and one program. */
export const LIMITED = ['timeout', '60'] as const;
