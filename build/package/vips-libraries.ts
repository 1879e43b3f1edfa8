import type { Library } from './compiled-library.ts';

/**
 * Libraries of C and C++ that are in the module of `@img/sharp-wasm32` alone. Its versions.json names most of them. The others were found in the sources
 * of those, as the build takes them (wasm-vips: `build.sh --disable-bindings --disable-modules --disable-jxl --enable-libvips-cpp`; sharp:
 * src/binding.gyp), and by their words in the module. GLib is built without translations, and nothing of PCRE2, gvdb or proxy-libintl was linked.
 */
export const VIPS_LIBRARIES = {
  cgif: { name: 'cgif', licence: 'MIT', source: 'https://github.com/dloebl/cgif', texts: ['vips/cgif.txt'] },
  emnapi: { name: 'emnapi', licence: 'MIT', source: 'https://github.com/toyobayashi/emnapi', texts: ['vips/emnapi.txt'] },
  expat: { name: 'Expat', licence: 'MIT', source: 'https://github.com/libexpat/libexpat', texts: ['vips/expat.txt'] },
  // Of libaom's encoder (third_party/fastfeat).
  fastfeat: {
    name: 'FAST corner detection',
    licence: 'BSD-3-Clause',
    source: 'https://github.com/edrosten/fast-C-src',
    texts: ['vips/fastfeat.txt'],
  },
  glib: { name: 'GLib', licence: 'LGPL-2.1-or-later', source: 'https://gitlab.gnome.org/GNOME/glib', texts: ['vips/glib.txt'] },
  highway: { name: 'Highway', licence: 'BSD-3-Clause', source: 'https://github.com/google/highway', texts: ['vips/highway.txt'] },
  // Of libultrahdr, as is MODP_B64, which it uses.
  imageIo: {
    name: 'image_io',
    licence: 'Apache-2.0',
    source: 'https://github.com/google/libultrahdr/tree/main/third_party/image_io',
    texts: ['vips/image_io.txt'],
  },
  // Newer than the one in PDFium, with another text.
  lcms2InVips: { name: 'Little CMS', licence: 'MIT', source: 'https://github.com/mm2/Little-CMS', texts: ['vips/lcms2.txt'] },
  libexif: { name: 'libexif', licence: 'LGPL-2.1-or-later', source: 'https://github.com/libexif/libexif', texts: ['vips/libexif.txt'] },
  libffi: { name: 'libffi', licence: 'MIT', source: 'https://github.com/libffi/libffi', texts: ['vips/libffi.txt'] },
  // The branch that stayed with the licence of 2.4, and not the one that went on under the GPL.
  libimagequant: {
    name: 'libimagequant',
    licence: 'BSD-2-Clause AND HPND-Pbmplus',
    source: 'https://github.com/lovell/libimagequant',
    texts: ['vips/libimagequant.txt'],
  },
  // Of libvips.
  libnsgif: {
    name: 'libnsgif',
    licence: 'MIT',
    source: 'https://github.com/libvips/libvips/tree/master/libvips/foreign/libnsgif',
    texts: ['vips/libnsgif.txt'],
  },
  libpng: { name: 'libpng', licence: 'libpng-2.0', source: 'https://github.com/pnggroup/libpng', texts: ['vips/libpng.txt'] },
  libtiff: { name: 'libtiff', licence: 'libtiff', source: 'https://gitlab.com/libtiff/libtiff', texts: ['vips/libtiff.txt'] },
  libultrahdr: {
    name: 'libultrahdr',
    licence: 'MIT AND Apache-2.0',
    source: 'https://github.com/google/libultrahdr',
    texts: ['vips/libultrahdr.txt', 'vips/libultrahdr-notice.txt'],
  },
  // Of emnapi, which took its threads over.
  libuv: { name: 'libuv', licence: 'MIT', source: 'https://github.com/libuv/libuv', texts: ['vips/libuv.txt'] },
  libvips: { name: 'libvips', licence: 'LGPL-2.1-or-later', source: 'https://github.com/libvips/libvips', texts: ['vips/libvips.txt'] },
  modpB64: {
    name: 'MODP_B64',
    licence: 'BSD-3-Clause',
    source: 'https://github.com/google/libultrahdr/tree/main/third_party/image_io/src/modp_b64',
    texts: ['vips/modp_b64.txt'],
  },
  nodeAddonApi: {
    name: 'node-addon-api',
    licence: 'MIT',
    source: 'https://github.com/nodejs/node-addon-api',
    texts: ['vips/node-addon-api.txt'],
  },
  // Parts of it are in libvips (foreign/radiance.c).
  radiance: {
    name: 'Radiance',
    licence: 'BSD-3-Clause-LBNL',
    source: 'https://github.com/LBNL-ETA/Radiance',
    texts: ['vips/radiance.txt'],
  },
  // Of libaom's encoder (third_party/vector).
  vector: { name: 'vector', licence: 'MIT', source: 'https://github.com/goldsborough/vector', texts: ['vips/vector.txt'] },
  zlibNg: { name: 'zlib-ng', licence: 'Zlib', source: 'https://github.com/zlib-ng/zlib-ng', texts: ['vips/zlib-ng.txt'] },
} satisfies Readonly<Record<string, Library>>;
