import type { Colour, ConvertDeps } from './picture.ts';
import { vipsPage } from './vips/vips-page.ts';

/** Encodes dots as they are. They are copied: as a part of another codec's memory, all of that would be. */
export function encodeJpeg(of: Colour, { quality, vips }: Pick<ConvertDeps, 'vips'> & { readonly quality: number }): Promise<Uint8Array> {
  const { rgba, ...size } = of;
  return vipsPage({ dots: { ...size, samples: rgba.slice(), channels: 4 } }, size, { vips }).encode({ ...size, quality });
}
