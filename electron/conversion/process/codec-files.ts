import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { hex } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { KNOWN } from '../confined/known-modules.ts';
import type { Codec as AnyCodec } from '../picture.ts';

/** libvips' script reads its own file (electron/conversion/vips/confined-script.ts). */
type Codec = Exclude<AnyCodec, 'vips'>;

const packages = createRequire(import.meta.url);

/**
 * Where the compiled codecs are: in their packages. The build copies each file that is named in this way beside the program, and puts that place
 * here instead (build/wasm-files.ts). They stay files of their own, also because libheif's licence wants it to be replaceable.
 */
const FILES: Readonly<Record<Codec, () => string>> = {
  heic: () => packages.resolve('libheif-js/libheif-wasm/libheif.wasm'),
  pdfium: () => packages.resolve('@hyzyla/pdfium/pdfium.wasm'),
  qpdf: () => packages.resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm'),
};

export async function codecBytes(name: Codec): Promise<Uint8Array<ArrayBuffer>> {
  return knownBytes(name, new Uint8Array(await readFile(FILES[name]())));
}

/** Throws if it is another file than the one whose imports somebody has looked into. */
export function knownBytes(name: Codec, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const { sha256, isReplaceable } = KNOWN[name];
  if (isReplaceable !== true && hex(nodeSha256([bytes])) !== sha256) throw new Error(`nobody has looked into this file of ${name}`);
  return bytes;
}
