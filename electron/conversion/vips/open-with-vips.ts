import { fail, ok } from '#shared/lib/result.ts';
import { plausible } from '#shared/tiff/plausible-resolution.ts';
import { BEST_QUALITY, type OpenedFile, PIXELS_MAX, USUAL_QUALITY } from '../picture.ts';
import { pngFacts } from '../png.ts';
import { vipsHeader, type VipsHow, vipsPage } from './vips-page.ts';

/** Opens a PNG that is to be made smaller, or joined. */
export async function openPng(bytes: Uint8Array, by: VipsHow): Promise<OpenedFile> {
  const { pages: _, isTurned, isGrey, ...size } = await vipsHeader({ bytes }, by);
  if (size.width * size.height > PIXELS_MAX) return fail('too-many-pixels');
  const { isBits, resolution } = pngFacts(bytes);
  const upright = isTurned ? resolution && { x: resolution.y, y: resolution.x } : resolution;
  const page = vipsPage({ bytes }, { ...size, resolution: upright && plausible(upright, size), isGrey: isGrey || isBits, isBits }, by);
  return ok({ pages: 1, tool: 'vips', quality: BEST_QUALITY, page: async () => page });
}

/** Opens a WebP or an AVIF. What moves has several pictures, and is not understood; of an AVIF that is a sequence, the first one is its picture. */
export async function openWebp(bytes: Uint8Array, by: VipsHow): Promise<OpenedFile> {
  const { pages, isGrey, width, height } = await vipsHeader({ bytes }, by);
  if (pages !== 1) return fail('not-understood');
  return photo(bytes, { width, height, isGrey }, by);
}

export async function openAvif(bytes: Uint8Array, by: VipsHow): Promise<OpenedFile> {
  const { isGrey, width, height } = await vipsHeader({ bytes }, by);
  return photo(bytes, { width, height, isGrey }, by);
}

type Photo = { readonly width: number; readonly height: number; readonly isGrey: boolean };

/** Whatever resolution a photo claims, it is none of paper. */
function photo(bytes: Uint8Array, of: Photo, by: VipsHow): OpenedFile {
  if (of.width * of.height > PIXELS_MAX) return fail('too-many-pixels');
  const page = vipsPage({ bytes }, { ...of, resolution: null }, by);
  return ok({ pages: 1, tool: 'vips', quality: USUAL_QUALITY, page: async () => page });
}
