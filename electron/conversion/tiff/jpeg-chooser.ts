import { jpegHeader } from '../jpeg/jpeg-header.ts';
import { loadForJpegs, renderJpeg } from '../jpeg/render-jpeg.ts';
import type { Pdfium } from '../pdf/pdfium.ts';
import type { ConvertDeps, Extent } from '../picture.ts';
import { vipsDots, type VipsInput } from '../vips/vips-page.ts';

/** Mean difference of the samples, of 255. Decoders round differently, and interpolate subsampled colours differently. */
const DIFFERENCE_MAX = 4;

/** A page as libvips reads it. */
type Shown = { readonly input: VipsInput; readonly size: Extent };
export type ChooseJpeg = (jpegs: readonly Uint8Array[], shown: Shown) => Promise<Uint8Array | null>;

/**
 * Chooses the first of some JPEGs that readers of JPEG show as this picture; null if there is none. pdfium is loaded once for all pages of a file, since
 * its memory never shrinks.
 */
export function jpegChooser({ codec, ...by }: Pick<ConvertDeps, 'codec' | 'vips'>): ChooseJpeg {
  let loading: Promise<Pdfium> | null = null;
  const isSame = async (jpeg: Uint8Array, { size, dots }: Dots): Promise<boolean> => {
    try {
      return await isShownAs(dots, { jpeg, size, pdfium: await (loading ??= loadForJpegs(codec)) });
    } catch {
      // After an error, pdfium cannot be used any more.
      loading = null;
      return false;
    }
  };
  return async (jpegs, { input, size }) => {
    if (jpegs.length === 0) return null;
    const dots = await vipsDots(input, size, by);
    for (const jpeg of jpegs) if (await isSame(jpeg, { size, dots })) return jpeg;
    return null;
  };
}

/** Red, green and blue of each dot. */
type Dots = { readonly size: Extent; readonly dots: Uint8Array };
type Drawn = { readonly jpeg: Uint8Array; readonly size: Extent; readonly pdfium: Pdfium };

/** Whether pdfium shows these dots. Throws for what it cannot read. */
async function isShownAs(dots: Uint8Array, { jpeg, size, pdfium }: Drawn): Promise<boolean> {
  const header = jpegHeader(jpeg);
  if (header === null || header.width !== size.width || header.height !== size.height) return false;
  const shown = await renderJpeg(jpeg, { header, size, pdfium });
  let difference = 0;
  for (let [at, from] = [0, 0]; at < shown.byteLength; at += 4, from += 3) {
    for (let colour = 0; colour < 3; colour += 1) difference += Math.abs((shown[at + colour] ?? 0) - (dots[from + colour] ?? 0));
  }
  return difference <= DIFFERENCE_MAX * 3 * size.width * size.height;
}
