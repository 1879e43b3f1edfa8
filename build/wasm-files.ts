import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import type { Plugin } from 'vite';

/** What a source file writes to find a .wasm file of a package; `packages` is made by `createRequire`. */
const FOUND = /packages\.resolve\(["']([^"']+\.wasm)["']\)/g;

const LIBHEIF = /[\\/]libheif-js[\\/]libheif-wasm[\\/]libheif\.js$/;

/** Copies each .wasm file that a program asks its package for beside the program, under its own name, and has the program look there. */
export function wasmFiles(): Plugin {
  return {
    name: 'wasm-files',
    transform(code, id) {
      // It asks for its own folder even if it is given its .wasm file; a module has none under this name.
      if (LIBHEIF.test(id)) return { code: `var __dirname = '';${code}`, map: null };
      if (!code.includes('packages.resolve(')) return null;
      const packages = createRequire(import.meta.url);
      const changed = code.replaceAll(FOUND, (_, asked: string) => {
        const file = packages.resolve(asked);
        const emitted = this.emitFile({ type: 'asset', fileName: `wasm/${basename(file)}`, source: readFileSync(file) });
        // The bundler writes a path that is relative to the program.
        return `packages('node:url').fileURLToPath(new URL(import.meta.ROLLUP_FILE_URL_${emitted}, import.meta.url))`;
      });
      // No line is moved.
      return { code: changed, map: null };
    },
  };
}
