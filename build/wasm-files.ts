import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
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
      const { root, build } = this.environment.config;
      const changed = code.replaceAll(FOUND, (_, asked: string) => {
        const file = packages.resolve(asked);
        const source = readFileSync(file);
        const inWindow = windowsCopy(resolve(root, build.outDir, '../window/assets'), source);
        if (inWindow !== null) return placeOf(`new URL('../window/assets/${inWindow}', import.meta.url)`);
        const emitted = this.emitFile({ type: 'asset', fileName: `wasm/${basename(file)}`, source });
        // The bundler writes a path that is relative to the program.
        return placeOf(`new URL(import.meta.ROLLUP_FILE_URL_${emitted}, import.meta.url)`);
      });
      // No line is moved.
      return { code: changed, map: null };
    },
  };
}

function placeOf(url: string): string {
  return `packages('node:url').fileURLToPath(${url})`;
}

/** The name under which the window, which is built first, has the same file: it is not shipped twice. */
function windowsCopy(folder: string, source: Buffer): string | null {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.wasm')) : [];
  return names.find((name) => readFileSync(join(folder, name)).equals(source)) ?? null;
}
