import { fail, ok } from '#shared/lib/result.ts';
import { provideImageData } from '../image-data.ts';
import { onWhite } from '../on-white.ts';
import { oriented } from '../orient.ts';
import { onePage } from '../one-page.ts';
import { type ConvertDeps, type OpenedFile, type Picture, PIXELS_MAX, USUAL_QUALITY } from '../picture.ts';
import { encodable } from '../resample.ts';
import { type MainItem, mainItem } from './main-item.ts';

/** Opens the main picture of an AVIF file; of an animation, its first picture. The decoder needs some 18 bytes of memory for each dot. */
export function openAvif(bytes: Uint8Array, { codec }: Pick<ConvertDeps, 'codec'>): OpenedFile {
  const item = mainItem(bytes);
  if (item === null) return fail('not-understood');
  if (item.width * item.height > PIXELS_MAX) return fail('too-many-pixels');
  return ok(onePage({ tool: 'avif', quality: USUAL_QUALITY }, () => decoded(bytes, { item, codec })));
}

export function loadAvif() {
  return import('@jsquash/avif/codec/dec/avif_dec.js');
}

async function decoded(bytes: Uint8Array, { item, codec }: Pick<ConvertDeps, 'codec'> & { readonly item: MainItem }): Promise<Picture> {
  provideImageData();
  const { default: make } = await loadAvif();
  const decoder = await make({ noInitialRun: true, wasmBinary: (await codec('avif')).buffer });
  // Of 10 and 12 bits, 8 are left.
  const found = decoder.decode(bytes, 8);
  if (found === null || found.width * found.height > PIXELS_MAX) throw new RangeError('not decoded');
  const { width, height, data } = found;
  const rgba = new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength);
  const small = encodable({ kind: 'colour', width, height, rgba: onWhite(rgba), isGrey: item.isGrey, resolution: null });
  // The decoder leaves turns and mirrors to whoever shows the picture.
  return item.orientations.reduce<Picture>((picture, orientation) => oriented(picture, orientation), small);
}
