import { fail, ok } from '#shared/lib/result.ts';
import { decodedDots } from '../decoded-dots.ts';
import { oriented } from '../orient.ts';
import { onePage } from '../one-page.ts';
import { type ConvertDeps, type OpenedFile, type Picture, PIXELS_MAX, USUAL_QUALITY } from '../picture.ts';
import { type MainItem, mainItem } from './main-item.ts';

/** Opens the main picture of an AVIF file; of an animation, its first picture. The decoder needs some 18 bytes of memory for each dot. */
export function openAvif(bytes: Uint8Array, { codec }: Pick<ConvertDeps, 'codec'>): OpenedFile {
  const item = mainItem(bytes);
  if (item === null) return fail('not-understood');
  if (item.width * item.height > PIXELS_MAX) return fail('too-many-pixels');
  return ok(onePage({ tool: 'avif', quality: USUAL_QUALITY }, () => decoded(bytes, { item, codec })));
}

async function decoded(bytes: Uint8Array, { item, codec }: Pick<ConvertDeps, 'codec'> & { readonly item: MainItem }): Promise<Picture> {
  const small = await decodedDots(bytes, { by: 'avif', codec, isGrey: item.isGrey });
  // The decoder leaves turns and mirrors to whoever shows the picture.
  return item.orientations.reduce<Picture>((picture, orientation) => oriented(picture, orientation), small);
}
