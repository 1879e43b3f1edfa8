import type { Library } from './compiled-library.ts';
import { CRATE_VERSIONS, CRATES } from './resvg-crates.ts';
import { VIPS_LIBRARIES } from './vips-libraries.ts';

const IJG = 'This software is based in part on the work of the Independent JPEG Group.';
const JPEG_LICENCE = 'IJG AND BSD-3-Clause AND Zlib';

export const LIBRARIES = {
  ...CRATES,
  ...VIPS_LIBRARIES,
  abseil: { name: 'Abseil', licence: 'Apache-2.0', source: 'https://github.com/abseil/abseil-cpp', texts: ['abseil.txt'] },
  agg: { name: 'Anti-Grain Geometry', licence: 'LicenseRef-AGG-2.3', source: 'https://sourceforge.net/projects/agg/', texts: ['agg.txt'] },
  // With the C and C++ libraries that it links into every program: musl and LLVM's.
  emscripten: {
    name: 'Emscripten',
    licence: 'MIT AND (Apache-2.0 WITH LLVM-exception)',
    source: 'https://github.com/emscripten-core/emscripten',
    texts: ['emscripten.txt', 'musl.txt', 'llvm.txt'],
  },
  fastFloat: { name: 'fast_float', licence: 'MIT', source: 'https://github.com/fastfloat/fast_float', texts: ['fast_float.txt'] },
  freetype: {
    name: 'FreeType',
    licence: 'FTL',
    source: 'https://gitlab.freedesktop.org/freetype/freetype',
    texts: ['freetype.txt'],
    credit: 'Portions of this software are copyright © 1996-2025 The FreeType Project (https://freetype.org). All rights reserved.',
  },
  icu: { name: 'ICU', licence: 'Unicode-3.0', source: 'https://chromium.googlesource.com/chromium/deps/icu', texts: ['icu.txt'] },
  lcms2: { name: 'Little CMS', licence: 'MIT', source: 'https://github.com/mm2/Little-CMS', texts: ['lcms2.txt'] },
  libaom: {
    name: 'libaom',
    licence: 'BSD-2-Clause',
    source: 'https://aomedia.googlesource.com/aom',
    texts: ['libaom.txt', 'libaom-patents.txt'],
  },
  libde265: {
    name: 'libde265',
    licence: 'LGPL-3.0-or-later',
    source: 'https://github.com/strukturag/libde265',
    texts: ['libde265.txt'],
  },
  libheif: {
    name: 'libheif',
    licence: 'LGPL-3.0-or-later',
    source: 'https://github.com/strukturag/libheif',
    texts: ['node_modules/libheif-js/libheif-wasm/LICENSE'],
  },
  libjpegTurbo: {
    name: 'libjpeg-turbo',
    licence: JPEG_LICENCE,
    source: 'https://github.com/libjpeg-turbo/libjpeg-turbo',
    texts: ['libjpeg-turbo.txt', 'libjpeg-turbo-ijg.txt'],
    credit: IJG,
  },
  libwebp: {
    name: 'libwebp',
    licence: 'BSD-3-Clause',
    source: 'https://chromium.googlesource.com/webm/libwebp',
    texts: ['libwebp.txt', 'libwebp-patents.txt'],
  },
  mozjpeg: {
    name: 'mozjpeg',
    licence: JPEG_LICENCE,
    source: 'https://github.com/mozilla/mozjpeg',
    texts: ['vips/mozjpeg.txt', 'vips/mozjpeg-ijg.txt'],
    credit: IJG,
  },
  openjpeg: { name: 'OpenJPEG', licence: 'BSD-2-Clause', source: 'https://github.com/uclouvain/openjpeg', texts: ['openjpeg.txt'] },
  pdfium: {
    name: 'PDFium',
    licence: 'BSD-3-Clause AND Apache-2.0',
    source: 'https://pdfium.googlesource.com/pdfium',
    texts: ['pdfium.txt'],
  },
  pdfiumLib: { name: 'pdfium-lib', licence: 'MIT', source: 'https://github.com/paulocoutinhox/pdfium-lib', texts: ['pdfium-lib.txt'] },
  qpdf: { name: 'qpdf', licence: 'Apache-2.0', source: 'https://github.com/qpdf/qpdf', texts: ['qpdf-notice.txt', 'qpdf.txt'] },
  zlib: { name: 'zlib', licence: 'Zlib', source: 'https://github.com/madler/zlib', texts: ['zlib.txt'] },
} satisfies Readonly<Record<string, Library>>;
export type LibraryKey = keyof typeof LIBRARIES;

export type WasmFile = {
  /** In `node_modules`. */
  readonly file: string;
  /** Of the file for which a user found out what is in it: another one has to be looked into again. */
  readonly sha256: string;
  /** Versions by library: what the file says of itself, else what its authors' build names, which may be a revision; null if neither says it. */
  readonly libraries: Readonly<Partial<Record<LibraryKey, string | null>>>;
  /** Where it is installed and who built it how, if libraries under the LGPL are in it, which a user may replace. */
  readonly replaceable?: string;
};

/** Every .wasm file that is shipped. */
export const WASM_FILES: readonly WasmFile[] = [
  {
    // The branch chromium/7243 and the revisions in its DEPS, without V8, XFA and Skia; pdfium-lib is what builds it.
    file: '@hyzyla/pdfium/dist/pdfium.wasm',
    sha256: '71aec412a303a0405baee21c3d6d3f30ad2033dc02444130fe476be3976e2d09',
    libraries: {
      pdfium: '7243',
      pdfiumLib: '7243',
      abseil: '0c63301c7ef3',
      agg: '2.3',
      fastFloat: '7.0.0',
      freetype: '2.13.3-250-g320b72a29',
      icu: 'a67fc91f7825',
      lcms2: '2.15',
      libjpegTurbo: 'e14cbfaa8552',
      openjpeg: '2.5.3',
      zlib: 'a1f2fe223f55',
      emscripten: '4.0.10',
    },
  },
  {
    file: '@neslinesli93/qpdf-wasm/dist/qpdf.wasm',
    sha256: 'abd933f4ccace4f732999381b21aec8b7e3726f18a5b167fafd57f88dd440876',
    libraries: { qpdf: '12.2.0', libjpegTurbo: '2.1.1', zlib: '1.2.12', emscripten: '3.1.74' },
  },
  {
    // versions.json of the package, the package.json of sharp, and what libaom and emnapi say of the parts that they took over. mozjpeg is the
    // revision 0826579.
    file: '@img/sharp-wasm32/lib/sharp-wasm32-0.35.5.node.wasm',
    sha256: '22f22b41516f08077500b3472fc1c4ee55f9686cbb90cef361b71f0bee94a440',
    libraries: {
      ...CRATE_VERSIONS,
      cgif: '0.5.4',
      emnapi: '1.11.3',
      emscripten: '6.0.10',
      expat: '2.8.5',
      fastfeat: '391d5e939eb1',
      glib: '2.90.0',
      highway: '1.4.0',
      imageIo: null,
      lcms2InVips: '2.19.1',
      libaom: '3.15.1',
      libexif: '0.6.26',
      libffi: '3.8.0',
      libheif: '1.23.5',
      libimagequant: '2.4.1',
      libnsgif: null,
      libpng: '1.6.58',
      libtiff: '4.7.2',
      libultrahdr: '2.0.2',
      libuv: '1.48.0',
      libvips: '8.18.7',
      libwebp: '1.6.0',
      modpB64: '1.3',
      mozjpeg: '5.0.0',
      nodeAddonApi: null,
      radiance: '5.4',
      vector: '40efe82',
      zlibNg: '2.3.3',
    },
    replaceable:
      'It is in the file sharp-wasm32-0.35.5.node.wasm.zst (packed by Zstandard) in the folder app.asar.unpacked/dist/main/wasm, beside the archive of Intray. You may replace this file by another one, packed or not, with the same imports and exports that is built with another version of the library: the scripts of https://github.com/kleisauke/wasm-vips build the libraries, and those of https://github.com/lovell/sharp link them.',
  },
  {
    file: 'libheif-js/libheif-wasm/libheif.wasm',
    sha256: 'e4aa8333fbe55ec7c6c776f735236f40bed9103188498f8131d4e52b73cdfee8',
    libraries: { libheif: '1.23.2', libde265: '1.0.15', emscripten: null },
    replaceable:
      'It is in the file libheif-….wasm in the folder app.asar.unpacked/dist/window/assets, beside the archive of Intray. You may replace this file by another version of the library with the same interface.',
  },
  {
    file: 'pdfjs-dist/wasm/jbig2.wasm',
    sha256: '466f45c2a61a698152fb5400c27e56ff2ceb73dcb71fde3fc366a502308eaab0',
    libraries: { pdfium: null, emscripten: null },
  },
  {
    file: 'pdfjs-dist/wasm/openjpeg.wasm',
    sha256: '95e5002597af0824004aa57b1900fe019715db389e37640b1e58395e42f00cc5',
    libraries: { openjpeg: null, emscripten: null },
  },
];
