import { jpegHeader } from '../jpeg/jpeg-header.ts';
import { loadForJpegs, renderJpeg } from '../jpeg/render-jpeg.ts';
import type { Pdfium } from '../pdf/pdfium.ts';
import type { Colour, ConvertDeps } from '../picture.ts';

/** Mean difference of the samples, of 255. Decoders round differently, and interpolate subsampled colours differently. */
const DIFFERENCE_MAX = 4;

export type ChooseJpeg = (jpegs: readonly Uint8Array[], picture: Colour) => Promise<Uint8Array | null>;

/**
 * Chooses the first of some JPEGs that readers of JPEG show as this picture; null if there is none. pdfium is loaded once for all pages of a file, since
 * its memory never shrinks.
 */
export function jpegChooser(codec: ConvertDeps['codec']): ChooseJpeg {
  let loading: Promise<Pdfium> | null = null;
  const isSame = async (jpeg: Uint8Array, picture: Colour): Promise<boolean> => {
    try {
      return await isShownAs(picture, { jpeg, pdfium: await (loading ??= loadForJpegs(codec)) });
    } catch {
      // After an error, pdfium cannot be used any more.
      loading = null;
      return false;
    }
  };
  return async (jpegs, picture) => {
    for (const jpeg of jpegs) if (await isSame(jpeg, picture)) return jpeg;
    return null;
  };
}

type Shown = { readonly jpeg: Uint8Array; readonly pdfium: Pdfium };

/** Whether pdfium shows this picture. Throws for what it cannot read. */
async function isShownAs(picture: Colour, { jpeg, pdfium }: Shown): Promise<boolean> {
  const header = jpegHeader(jpeg);
  if (header === null || header.width !== picture.width || header.height !== picture.height) return false;
  const shown = await renderJpeg(jpeg, { header, size: picture, pdfium });
  let difference = 0;
  for (let at = 0; at < shown.byteLength; at += 4) {
    for (let colour = at; colour < at + 3; colour += 1) difference += Math.abs((shown[colour] ?? 0) - (picture.rgba[colour] ?? 0));
  }
  return difference <= DIFFERENCE_MAX * 3 * picture.width * picture.height;
}
