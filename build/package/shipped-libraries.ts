import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { LIBRARIES, type LibraryKey, WASM_FILES, type WasmFile } from './compiled-libraries.ts';
import type { Library } from './compiled-library.ts';

/** A library that is compiled into .wasm files, with all texts that its authors require to be passed on. */
export type ShippedLibrary = {
  readonly name: string;
  /** Null if nobody says it. */
  readonly version: string | null;
  /** SPDX expression. */
  readonly licence: string;
  readonly source: string;
  /** Sentences that the licence asks for. */
  readonly credits: readonly string[];
  /** The .wasm files that hold this version of it: their names, and the folders of their packages. */
  readonly inside: readonly { readonly file: string; readonly folder: string }[];
  readonly texts: readonly string[];
};

/** Where the build puts what is packaged. */
const PACKAGED = ['dist/main', 'dist/window'];
const TEXTS = 'build/package/compiled';

/** All of them, by name and version. Throws if a .wasm file is shipped of which nobody knows what is in it, or if a text is missing. */
export function shippedLibraries(root: string): readonly ShippedLibrary[] {
  const versions = shippedWasm(root).flatMap((wasm) => Object.entries(wasm.libraries).map(([key, version]) => ({ key, version, wasm })));
  const same = Map.groupBy(versions, ({ key, version }) => `${LIBRARIES[key as LibraryKey].name} ${version ?? ''}`);
  return [...same]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [first, ...others]]) =>
      first === undefined
        ? []
        : [
            libraryIn(
              root,
              first.key as LibraryKey,
              first.version,
              [first, ...others].map(({ wasm }) => wasm),
            ),
          ],
    );
}

/** What is known of each .wasm file that the build made ready for packaging. It is found by its content, because the build renames some. */
function shippedWasm(root: string): readonly WasmFile[] {
  const paths = PACKAGED.map((folder) => join(root, folder)).flatMap((folder) =>
    existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)) : [],
  );
  return paths.filter((path) => WASM.test(path)).map((path) => knownWasm(path, unpacked(path)));
}

/** Packed by build/vips-files.ts. */
const WASM = /\.wasm(\.zst)?$/;

function unpacked(path: string): Uint8Array {
  const bytes = readFileSync(path);
  return path.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes;
}

/** Throws if nobody knows what is in it. */
export function knownWasm(path: string, bytes: Uint8Array): WasmFile {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const known = WASM_FILES.find((one) => one.sha256 === sha256);
  if (known !== undefined) return known;
  throw new Error(`nobody knows which libraries are in ${path} (SHA-256 ${sha256}): find out, and add them to compiled-libraries.ts`);
}

function libraryIn(root: string, key: LibraryKey, version: string | null, wasm: readonly WasmFile[]): ShippedLibrary {
  const { texts, credit, ...library }: Library = LIBRARIES[key];
  const replaceable = library.licence.startsWith('LGPL-') ? wasm.map((one) => one.replaceable) : [];
  return {
    ...library,
    version,
    credits: [credit, ...replaceable].filter((sentence) => sentence !== undefined),
    inside: wasm.map(({ file }) => ({ file: basename(file), folder: packageFolderOf(file) })),
    texts: texts.map((text) => readFileSync(join(root, text.startsWith('node_modules/') ? text : `${TEXTS}/${text}`), 'utf8').trim()),
  };
}

function packageFolderOf(file: string): string {
  return `node_modules/${file.split('/', file.startsWith('@') ? 2 : 1).join('/')}`;
}
