import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, zstdCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';

const packages = createRequire(import.meta.url);
/** What the source asks for (electron/conversion/vips/confined-script.ts), and where the built program has it. */
const SCRIPT = "join(dirname(packages.resolve('@img/sharp-wasm32/sharp.node')), 'lib', 'sharp-wasm32-0.35.5.node.js')";
const RUNTIME = "packages.resolve('@emnapi/runtime')";
const ADDON = fileURLToPath(new URL('../electron/conversion/vips/addon.ts', import.meta.url));
const LEVEL = 15;
const NATIVE = /[\\/]sharp[\\/]dist[\\/]\w+\.mjs$/;

/**
 * Copies libvips, as WebAssembly, with its script and what that one needs beside the program, and has `sharp` use it: the module by which `sharp` looks
 * for a native part is ours. The script stays a file of its own, since it also is the program of its threads.
 */
export function vipsFiles(): Plugin {
  return {
    name: 'vips-files',
    enforce: 'pre',
    resolveId: (asked, importer) => (asked === './sharp.mjs' && NATIVE.test(importer ?? '') ? ADDON : null),
    transform(code) {
      if (!code.includes(SCRIPT)) return null;
      const lib = join(dirname(packages.resolve('@img/sharp-wasm32/sharp.node')), 'lib');
      const script = join(lib, 'sharp-wasm32-0.35.5.node.js');
      const wasm = join(lib, 'sharp-wasm32-0.35.5.node.wasm');
      const runtime = join(dirname(packages.resolve('@emnapi/runtime')), 'dist', 'emnapi.cjs.js');
      const packed = `${basename(wasm)}.zst`;
      const source = readFileSync(script, 'utf8')
        .replaceAll('require("@emnapi/runtime")', 'require("./emnapi-runtime.cjs")')
        .replaceAll(basename(wasm), packed);
      // The script looks for its .wasm file in its own folder.
      const files = { 'sharp-wasm32.cjs': source, 'emnapi-runtime.cjs': readFileSync(runtime), [packed]: packedOf(wasm) };
      for (const [name, content] of Object.entries(files)) this.emitFile({ type: 'asset', fileName: `wasm/${name}`, source: content });
      return { code: code.replace(SCRIPT, placeOf('sharp-wasm32.cjs')).replace(RUNTIME, placeOf('emnapi-runtime.cjs')), map: null };
    },
  };
}

const packedBefore = new Map<string, Buffer>();

/** A third of its size, and unpacked within some hundredths of a second. Two programs have it. */
function packedOf(file: string): Buffer {
  const packed = packedBefore.get(file) ?? zstdCompressSync(readFileSync(file), { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
  packedBefore.set(file, packed);
  return packed;
}

/** The code is in the program itself, or in a part of it in the folder `assets`. */
function placeOf(name: string): string {
  return `join(dirname(packages('node:url').fileURLToPath(import.meta.url)).replace(/[\\\\/]assets$/, ''), 'wasm', '${name}')`;
}
