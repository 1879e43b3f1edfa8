import { jpegHeader } from '../jpeg/jpeg-header.ts';
import { loadForJpegs, renderJpeg } from '../jpeg/render-jpeg.ts';
import type { Pdfium } from '../pdf/pdfium.ts';
import type { Colour, ConvertDeps } from '../picture.ts';

/** Of 255. Decoders round differently, and differ in the dots between those that have colours of their own. */
const DIFFERENCE_MAX = 4;

export type KeptJpeg = (index: number, jpegs: readonly Uint8Array[], picture: Colour) => Promise<Uint8Array | null>;

/**
 * Finds for a page, from 0, the first of some JPEGs of which a reader of JPEG shows the same as the page; null if there is none. Each page is compared
 * once. One library is loaded for all pages of a file, since its memory never shrinks.
 */
export function keptJpegs(codec: ConvertDeps['codec']): KeptJpeg {
  const known = new Map<number, number>();
  let loading: Promise<Pdfium> | null = null;
  const isSame = async (jpeg: Uint8Array, picture: Colour): Promise<boolean> => {
    try {
      return await isShownTheSame(jpeg, picture, await (loading ??= loadForJpegs(codec)));
    } catch {
      // What throws leaves the library in any state.
      loading = null;
      return false;
    }
  };
  const find = async (jpegs: readonly Uint8Array[], picture: Colour): Promise<number> => {
    for (const [place, jpeg] of jpegs.entries()) if (await isSame(jpeg, picture)) return place;
    return -1;
  };
  return async (index, jpegs, picture) => {
    const place = known.get(index) ?? (await find(jpegs, picture));
    known.set(index, place);
    return jpegs[place] ?? null;
  };
}

/** Whether a reader of JPEG shows of these bytes what the page shows. Throws for what it cannot read. */
async function isShownTheSame(jpeg: Uint8Array, picture: Colour, pdfium: Pdfium): Promise<boolean> {
  const header = jpegHeader(jpeg);
  if (header === null || header.width !== picture.width || header.height !== picture.height) return false;
  const shown = await renderJpeg(jpeg, { header, size: picture, pdfium });
  let difference = 0;
  for (let at = 0; at < shown.byteLength; at += 4) {
    for (let colour = at; colour < at + 3; colour += 1) difference += Math.abs((shown[colour] ?? 0) - (picture.rgba[colour] ?? 0));
  }
  return difference <= DIFFERENCE_MAX * 3 * picture.width * picture.height;
}
