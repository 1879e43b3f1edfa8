/** A library of C or C++ that is compiled into a .wasm file of a package. */
type Library = {
  readonly name: string;
  /** SPDX expression. */
  readonly licence: string;
  /** Where its source is published. */
  readonly source: string;
  /** What its authors want to be passed on: files of `compiled/`, or of the package if they begin with `node_modules/`. */
  readonly texts: readonly string[];
  /** A sentence that the licence asks for. */
  readonly credit?: string;
};

const IJG = 'This software is based in part on the work of the Independent JPEG Group.';
const REPLACEABLE =
  'It is in the file libheif-….wasm in the folder app.asar.unpacked/dist/window/assets, beside the archive of Intray. You may replace this file by another version of the library with the same interface.';
const JPEG_LICENCE = 'IJG AND BSD-3-Clause AND Zlib';

export const LIBRARIES = {
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
  libavif: { name: 'libavif', licence: 'BSD-2-Clause', source: 'https://github.com/AOMediaCodec/libavif', texts: ['libavif.txt'] },
  libde265: {
    name: 'libde265',
    licence: 'LGPL-3.0-or-later',
    source: 'https://github.com/strukturag/libde265',
    texts: ['libde265.txt'],
    credit: REPLACEABLE,
  },
  libheif: {
    name: 'libheif',
    licence: 'LGPL-3.0-or-later',
    source: 'https://github.com/strukturag/libheif',
    texts: ['node_modules/libheif-js/libheif-wasm/LICENSE'],
    credit: REPLACEABLE,
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
  libyuv: {
    name: 'libyuv',
    licence: 'BSD-3-Clause',
    source: 'https://chromium.googlesource.com/libyuv/libyuv',
    texts: ['libyuv.txt'],
  },
  mozjpeg: {
    name: 'mozjpeg',
    licence: JPEG_LICENCE,
    source: 'https://github.com/mozilla/mozjpeg',
    texts: ['mozjpeg.txt', 'mozjpeg-ijg.txt'],
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
  /** Of the file for which a person found out what is in it: another one has to be looked into again. */
  readonly sha256: string;
  /** Versions by library: what the file says of itself, else what its authors' build names, which may be a revision; null if neither says it. */
  readonly libraries: Readonly<Partial<Record<LibraryKey, string | null>>>;
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
    // versions.json of the package. Its authors' script (scripts/build.js) builds libavif with its own libyuv.
    file: 'icodec/dist/avif-dec.wasm',
    sha256: '3c2f7bd5e0643525cf8e266f60b0c37c3e69d38801ac79627021d1e1c98f6f50',
    libraries: { libavif: '1.1.1', libaom: '3.11.0-rc1', libyuv: null, emscripten: null },
  },
  {
    file: '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm',
    sha256: '24d4177f1c4963e2058b107189249651c61fdef125570e79b1dfb63c8bb49326',
    libraries: { mozjpeg: '3.3.1', emscripten: '2.0.34' },
  },
  {
    file: 'icodec/dist/webp-dec.wasm',
    sha256: '985b61c011d005ecc96355ecf9c489095c4aa9476eef6c3d1313f9e912cc0b85',
    libraries: { libwebp: '1.4.0', emscripten: null },
  },
  {
    file: 'libheif-js/libheif-wasm/libheif.wasm',
    sha256: 'e4aa8333fbe55ec7c6c776f735236f40bed9103188498f8131d4e52b73cdfee8',
    libraries: { libheif: '1.23.2', libde265: '1.0.15', emscripten: null },
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
