import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { WASM_FILES } from '../../../../../build/package/compiled-libraries.ts';
import { confinedModule } from '#electron/conversion/confined/confined-module.ts';
import { KNOWN } from '#electron/conversion/confined/known-modules.ts';
import { CODECS, type Codec } from '#electron/conversion/picture.ts';
import { codecBytes, knownBytes } from '#electron/conversion/process/codec-files.ts';
import { hostileWasm } from '#test/support/hostile/hostile-wasm.ts';

/** pdf.js loads these in the window, in a page without any rights. */
const WINDOWS_OWN = /^pdfjs-dist\//;
/** Scripts of packages that name the functions which they hand over. */
const SCRIPTS: Readonly<Partial<Record<Codec, string>>> = {
  jpeg: '@jsquash/jpeg/codec/enc/mozjpeg_enc.js',
  webp: 'icodec/dist/webp-dec.js',
  avif: 'icodec/dist/avif-dec.js',
};
/** What the scripts call in several ways. */
const SAME: readonly (readonly [RegExp, string])[] = [
  [/^_?abort(_js)?$/, 'abort'],
  [/^(proc_)?exit$/, 'exit'],
  [/^invoke_\w+$/, 'invoke'],
];

describe('the list of what a compiled module may ask for', () => {
  it.each(CODECS)('is that of the file that is installed, and is exactly what it asks for: %s', async (codec) => {
    const bytes = await codecBytes(codec);
    const { sha256, own, given, refused } = KNOWN[codec];
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    const asked = WebAssembly.Module.imports(new WebAssembly.Module(bytes)).map(({ name }) => name);
    expect([own, given, refused].flatMap(Object.keys).sort()).toEqual(asked.sort());
    expect(() => confinedModule(codec, bytes)).not.toThrow();
  });

  it('is there for every .wasm file that is packaged', () => {
    const listed = new Set(Object.values(KNOWN).map(({ sha256 }) => sha256));
    const unlisted = WASM_FILES.filter(({ sha256 }) => !listed.has(sha256)).map(({ file }) => file);
    expect(unlisted.filter((file) => !WINDOWS_OWN.test(file))).toEqual([]);
    expect(WASM_FILES.filter(({ sha256 }) => listed.has(sha256))).toHaveLength(CODECS.length);
  });

  it.each(Object.entries(SCRIPTS))('says of %s what its script says: the same short name is the same function', (codec, path) => {
    const script = readFileSync(`node_modules/${path}`, 'utf8');
    const [, list = ''] = /wasmImports=\{([^}]*)\}/.exec(script) ?? [];
    const said = list.split(',').map((one) => one.split(':').map((part) => part.trim()) as [string, string]);
    const plain = said.map(([short, name]): [string, string] => [short, name.replace(/^_/, '')]);
    const { own, refused } = KNOWN[codec as Codec];
    expect(Object.fromEntries(plain.map(([short, name]) => [short, same(name)]))).toEqual({ ...own, ...refused });
  });

  it('hands over nothing of a script that evaluates, calls or builds what a module says', () => {
    const given = Object.values(KNOWN).flatMap((known) => Object.values(known.given));
    expect(given.filter((name) => /emval|embind|asm_const|run_script|dlopen|exec|system|socket|environ/.test(name))).toEqual([]);
  });

  it('holds for these files alone: another one is not even compiled, but for the one that a person may replace', async () => {
    for (const codec of CODECS) {
      const bytes = await codecBytes(codec);
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      const refused = codec === 'heic' ? [] : [codec];
      expect([codec].filter((one) => isRefused(one, bytes))).toEqual(refused);
    }
  });

  it('keeps every other file out: one that asks for more, for less, or for what is no function', async () => {
    const other = await codecBytes('jpeg');
    for (const codec of CODECS.filter((one) => one !== 'jpeg')) {
      expect(() => confinedModule(codec, other)).toThrow(`the imports of ${codec} are not on its list`);
    }
    const empty = hostileWasm({ of: new Uint8Array(8), functions: {}, memory: 'memory' });
    for (const codec of CODECS) expect(() => confinedModule(codec, empty)).toThrow(RangeError);
  });
});

function same(name: string): string {
  return SAME.find(([pattern]) => pattern.test(name))?.[1] ?? name;
}

function isRefused(codec: Codec, bytes: Uint8Array<ArrayBuffer>): boolean {
  try {
    knownBytes(codec, bytes);
    return false;
  } catch (error) {
    return error instanceof Error && error.message === `nobody has looked into this file of ${codec}`;
  }
}
