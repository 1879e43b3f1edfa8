import type { Colour, ConvertDeps } from './picture.ts';

const [GREY, COLOURS] = [1, 3];

let isReady = false;

export async function encodeJpeg(of: Colour, { quality, codec }: { readonly quality: number; readonly codec: ConvertDeps['codec'] }) {
  const { default: encode, init } = await loadJpegEncoder();
  if (!isReady) await init({ wasmBinary: await codec('jpeg') });
  isReady = true;
  const { width, height, rgba } = of;
  const data = new Uint8ClampedArray(rgba.buffer, rgba.byteOffset, rgba.byteLength);
  const options = { quality, color_space: of.isGrey ? GREY : COLOURS };
  return new Uint8Array(await encode({ data, width, height, colorSpace: 'srgb' } as Parameters<typeof encode>[0], options));
}

export function loadJpegEncoder() {
  return import('@jsquash/jpeg/encode.js');
}
