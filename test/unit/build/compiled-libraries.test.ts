import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { shippedBill } from '../../../build/package/bill-of-materials.ts';
import { LIBRARIES, type LibraryKey, WASM_FILES } from '../../../build/package/compiled-libraries.ts';
import { knownWasm, shippedLibraries, type ShippedLibrary } from '../../../build/package/shipped-libraries.ts';
import { thirdParties, thirdPartyText } from '../../../build/package/third-party.ts';
import { unless } from '#test/support/why-skipped.ts';

/** What may be compiled into a file of the archive. */
const ALLOWED = new Set([
  'Apache-2.0',
  'Apache-2.0 WITH LLVM-exception',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BSD-3-Clause-LBNL',
  'FTL',
  'HPND-Pbmplus',
  'IJG',
  'libpng-2.0',
  'libtiff',
  'LicenseRef-AGG-2.3',
  'MIT',
  'Unicode-3.0',
  'Zlib',
]);
const VIPS = '@img/sharp-wasm32/lib/sharp-wasm32-0.35.5.node.wasm';
/** Files beside the archive, which a user may replace, with the lines that unpack them: only there the LGPL is allowed. */
const REPLACEABLE = {
  [VIPS]: 'dist/main/wasm/sharp-wasm32-*.wasm.zst',
  'libheif-js/libheif-wasm/libheif.wasm': 'dist/window/assets/libheif-*.wasm',
};
/** How the list of libraries in `@img/sharp-wasm32` names them, where that is not as it is here. */
const AS_IN_PACKAGE: Readonly<Partial<Record<LibraryKey, string>>> = {
  lcms2InVips: 'lcms',
  libaom: 'aom',
  libexif: 'exif',
  libffi: 'ffi',
  libheif: 'heif',
  libimagequant: 'imagequant',
  libpng: 'png',
  libtiff: 'tiff',
  libultrahdr: 'uhdr',
  libvips: 'vips',
  libwebp: 'webp',
  zlibNg: 'zlib-ng',
};
/** Versions that a .wasm file says of itself, with the text before them. */
const SAID: readonly (readonly [file: RegExp, library: LibraryKey, before: string])[] = [
  [/qpdf\.wasm$/, 'qpdf', '\0'],
  [/qpdf\.wasm$/, 'libjpegTurbo', 'libjpeg-turbo version '],
  [/sharp-wasm32/, 'libaom', 'AOMedia Project AV1 Decoder v'],
  [/sharp-wasm32/, 'libpng', '\0'],
  [/sharp-wasm32/, 'libultrahdr', '\0'],
  [/sharp-wasm32/, 'libvips', '\0'],
  [/sharp-wasm32/, 'mozjpeg', 'mozjpeg version '],
  [/libheif/, 'libheif', '\0'],
  [/libheif/, 'libde265', '\0'],
];

describe('what is known of the .wasm files of packages', () => {
  it.each(WASM_FILES)('is known of the file that is installed: $file', ({ file, sha256 }) => {
    const bytes = readFileSync(`node_modules/${file}`);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    expect(knownWasm(file, bytes).file).toBe(file);
  });

  it.each(SAID)('is what %s says of the version of %s', (file, library, before) => {
    const of = WASM_FILES.find((one) => file.test(one.file));
    const version = of?.libraries[library];
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(readFileSync(`node_modules/${of?.file}`).includes(before + version)).toBe(true);
  });

  it('is nothing for a file that nobody looked into', () => {
    const bytes = readFileSync('node_modules/@hyzyla/pdfium/dist/pdfium.wasm');
    expect(() => knownWasm('pdfium.wasm', bytes.subarray(1))).toThrow(
      /nobody knows which libraries are in pdfium\.wasm \(SHA-256 \w{64}\)/,
    );
  });

  it('is for libvips what its package says of it, and more', () => {
    const libraries = WASM_FILES.find(({ file }) => file === VIPS)?.libraries ?? {};
    const here = Object.entries(libraries).map(([key, version]) => [AS_IN_PACKAGE[key as LibraryKey] ?? key, version] as const);
    const said = JSON.parse(readFileSync('node_modules/@img/sharp-wasm32/versions.json', 'utf8')) as Record<string, string>;
    // There it is a revision. Its libraries name the version of the file.
    const { mozjpeg, ...others } = said;
    expect(mozjpeg).toBe('0826579');
    expect(Object.fromEntries(here)).toMatchObject(others);
    expect(here.length).toBeGreaterThan(Object.keys(said).length + 30);
  });

  it('names a licence that may be shipped: the LGPL only in the files that are kept outside the archive', () => {
    const strict = Object.entries(LIBRARIES).flatMap(([key, { licence }]) => {
      const parts = licence.split(' AND ').map((part) => part.replaceAll(/^\(|\)$/g, ''));
      return parts.every((part) => ALLOWED.has(part)) ? [] : [[key, licence] as const];
    });
    expect(Object.fromEntries(strict)).toEqual({
      glib: 'LGPL-2.1-or-later',
      libde265: 'LGPL-3.0-or-later',
      libexif: 'LGPL-2.1-or-later',
      libheif: 'LGPL-3.0-or-later',
      libvips: 'LGPL-2.1-or-later',
    });
    const holding = WASM_FILES.filter(({ libraries }) => strict.some(([key]) => Object.hasOwn(libraries, key)));
    expect(holding.map(({ file }) => file)).toEqual(Object.keys(REPLACEABLE));
    const { asarUnpack } = parse(readFileSync('electron-builder.yml', 'utf8')) as { asarUnpack: readonly string[] };
    for (const pattern of Object.values(REPLACEABLE)) expect(asarUnpack).toContain(pattern);
  });

  it('says of each file that a person may replace, and of no other, where it is installed', () => {
    const said = WASM_FILES.flatMap(({ file, replaceable }) => (replaceable === undefined ? [] : [[file, replaceable] as const]));
    expect(said.map(([file]) => file)).toEqual(Object.keys(REPLACEABLE));
    for (const [file, sentence] of said) {
      const pattern = REPLACEABLE[file as keyof typeof REPLACEABLE];
      expect(sentence).toContain(`in the folder app.asar.unpacked/${dirname(pattern)}, beside the archive`);
      expect(sentence).toContain(basename(pattern).split('*')[0]);
      expect(sentence).toContain('You may replace this file');
    }
  });

  it('has all texts, and no text is kept for nothing', () => {
    const named = Object.values(LIBRARIES).flatMap(({ texts }): readonly string[] => texts);
    const kept = readdirSync('build/package/compiled', { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = kept.map(({ parentPath, name }) => relative('build/package/compiled', join(parentPath, name)).replaceAll('\\', '/'));
    expect(paths.filter((text) => !named.includes(text))).toEqual([]);
    for (const { name, texts } of Object.values(LIBRARIES)) {
      const read = texts.map((text) => readFileSync(text.startsWith('node_modules/') ? text : `build/package/compiled/${text}`, 'utf8'));
      expect([name, read.join('').length > 400, read.every((text) => text.trim() !== '')]).toEqual([name, true, true]);
    }
    expect(new Set(WASM_FILES.flatMap(({ libraries }) => Object.keys(libraries)))).toEqual(new Set(Object.keys(LIBRARIES)));
  });
});

const why = existsSync('dist/packages/main.json') && existsSync('dist/packages/client.json') ? null : 'nothing is built: npm run build';

describe('the libraries that are compiled into what is shipped', unless(why), () => {
  it('are those of every .wasm file that the build made', () => {
    const made = ['dist/main', 'dist/window'].flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }));
    const files = new Set(shipped().flatMap(({ inside }) => inside.map(({ file }) => file)));
    expect(made.filter((path) => /\.wasm(\.zst)?$/.test(path))).toHaveLength(files.size);
    const packages = new Set(thirdParties(process.cwd()).map(({ folder }) => folder));
    expect(shipped().flatMap(({ inside }) => inside.filter(({ folder }) => !packages.has(folder)))).toEqual([]);
  });

  it('are passed on with their texts, each once, where their sources are, and the sentences that licences ask for', () => {
    const text = thirdPartyText([], shipped());
    for (const { name, texts } of shipped()) for (const one of texts) expect([name, text.includes(one)]).toEqual([name, true]);
    const musl = readFileSync('build/package/compiled/musl.txt', 'utf8').trim();
    expect(shipped().filter(({ texts }) => texts.includes(musl)).length).toBeGreaterThan(1);
    expect(text.split(musl)).toHaveLength(2);
    expect(text).toContain('qpdf 12.2.0\nApache-2.0\nCompiled into qpdf.wasm. Source: https://github.com/qpdf/qpdf\n');
    expect(text).toContain('based in part on the work of the Independent JPEG Group');
    expect(text).toContain('Alliance for Open Media Patent License 1.0');
    expect(text).toContain('GNU LESSER GENERAL PUBLIC LICENSE');
    for (const { replaceable } of WASM_FILES.filter((one) => one.replaceable !== undefined))
      expect(text.split(`\n${replaceable}\n`).length).toBeGreaterThan(2);
  });

  it('stand in the bill of materials as parts of their packages', () => {
    const folder = 'node_modules/@neslinesli93/qpdf-wasm';
    const ref = '@neslinesli93/qpdf-wasm@0.3.0';
    const listed = { 'bom-ref': ref, name: '@neslinesli93/qpdf-wasm', version: '0.3.0' };
    const own = { 'bom-ref': 'a', name: 'a', type: 'b' };
    const bill = {
      bomFormat: 'CycloneDX' as const,
      metadata: { component: own },
      components: [listed],
      dependencies: [{ ref: 'a', dependsOn: [ref] }, { ref }],
    };
    const party = { folder, name: listed.name, version: '0.3.0', licence: 'ISC', texts: ['x'] };
    const of = shippedBill(bill, [party], shipped());
    expect(of.components).toContainEqual({
      type: 'library',
      'bom-ref': 'compiled:zlib@1.2.12',
      name: 'zlib',
      version: '1.2.12',
      scope: 'required',
      licenses: [{ expression: 'Zlib' }],
      externalReferences: [{ type: 'website', url: 'https://github.com/madler/zlib' }],
      properties: [{ name: 'intray:compiled-into', value: 'qpdf.wasm' }],
    });
    expect(of.dependencies).toEqual([
      { ref: 'a', dependsOn: [ref] },
      {
        ref,
        dependsOn: ['compiled:Emscripten@3.1.74', 'compiled:libjpeg-turbo@2.1.1', 'compiled:qpdf@12.2.0', 'compiled:zlib@1.2.12'],
      },
    ]);
  });
});

function shipped(): readonly ShippedLibrary[] {
  return shippedLibraries(process.cwd());
}
