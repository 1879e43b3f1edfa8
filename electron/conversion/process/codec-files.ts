import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Codec } from '../picture.ts';

const packages = createRequire(import.meta.url);

/**
 * Where the compiled codecs are: in their packages. The build copies each file that is named in this way beside the program, and puts that place
 * here instead (build/wasm-files.ts). They stay files of their own, also because libheif's licence wants it to be replaceable.
 */
const FILES: Readonly<Record<Codec, () => string>> = {
  jpeg: () => packages.resolve('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'),
  webp: () => packages.resolve('icodec/webp-dec.wasm'),
  heic: () => packages.resolve('libheif-js/libheif-wasm/libheif.wasm'),
  avif: () => packages.resolve('icodec/avif-dec.wasm'),
  pdfium: () => packages.resolve('@hyzyla/pdfium/pdfium.wasm'),
  qpdf: () => packages.resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm'),
};

export async function codecBytes(name: Codec): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(FILES[name]()));
}
