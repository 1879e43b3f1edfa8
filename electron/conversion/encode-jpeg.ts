import { embound } from './confined/embind.ts';
import type { Span } from './confined/values.ts';
import type { Colour, ConvertDeps } from './picture.ts';

const [GREY, COLOURS] = [1, 3];

let encoder: ReturnType<typeof embound> | null = null;

export async function encodeJpeg(of: Colour, { quality, codec }: { readonly quality: number; readonly codec: ConvertDeps['codec'] }) {
  const { defaultOptions } = await loadJpegEncoder();
  encoder ??= embound('jpeg', await codec('jpeg'), (memory) => {
    const copied = (part: unknown): Uint8Array => new Uint8Array(memory(), (part as Span).at, (part as Span).length).slice();
    return { Uint8Array: copied, Uint8ClampedArray: copied };
  });
  const options = { ...defaultOptions, quality, color_space: of.isGrey ? GREY : COLOURS };
  return encoder('encode', of.rgba, of.width, of.height, options) as Uint8Array<ArrayBuffer>;
}

export function loadJpegEncoder() {
  return import('@jsquash/jpeg/meta.js');
}
