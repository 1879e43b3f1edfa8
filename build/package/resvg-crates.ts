import type { Library } from './compiled-library.ts';

/** Packages of Rust that resvg is made of, in the module of `@img/sharp-wasm32`: those of its features `svgz` and `raster-images`, without text. */
export const CRATES = {
  adler2: crate('adler2', 'oyvindln/adler2'),
  arrayref: crate('arrayref', 'droundy/arrayref', { licence: 'BSD-2-Clause' }),
  arrayvec: crate('arrayvec', 'bluss/arrayvec'),
  bitflags: crate('bitflags', 'bitflags/bitflags'),
  bytemuck: crate('bytemuck', 'Lokathor/bytemuck'),
  'byteorder-lite': crate('byteorder-lite', 'image-rs/byteorder-lite'),
  'cfg-if': crate('cfg-if', 'rust-lang/cfg-if'),
  color_quant: crate('color_quant', 'image-rs/color_quant'),
  crc32fast: crate('crc32fast', 'srijs/rust-crc32fast'),
  'data-url': crate('data-url', 'servo/rust-url'),
  fdeflate: crate('fdeflate', 'image-rs/fdeflate'),
  flate2: crate('flate2', 'rust-lang/flate2-rs'),
  'float-cmp': crate('float-cmp', 'mikedilger/float-cmp'),
  gif: crate('gif', 'image-rs/image-gif'),
  'image-webp': crate('image-webp', 'image-rs/image-webp'),
  imagesize: crate('imagesize', 'Roughsketch/imagesize'),
  kurbo: crate('kurbo', 'linebender/kurbo'),
  log: crate('log', 'rust-lang/log'),
  memchr: crate('memchr', 'BurntSushi/memchr'),
  miniz_oxide: crate('miniz_oxide', 'Frommi/miniz_oxide'),
  png: crate('png', 'image-rs/image-png'),
  polycool: crate('polycool', 'linebender/kurbo', { texts: ['kurbo'] }),
  'quick-error': crate('quick-error', 'tailhook/quick-error'),
  resvg: crate('resvg', 'linebender/resvg'),
  rgb: crate('rgb', 'kornelski/rust-rgb'),
  roxmltree: crate('roxmltree', 'RazrFalcon/roxmltree'),
  'simd-adler32': crate('simd-adler32', 'mcountryman/simd-adler32'),
  simplecss: crate('simplecss', 'linebender/simplecss'),
  siphasher: crate('siphasher', 'jedisct1/rust-siphash', { texts: ['siphasher', 'rust'] }),
  smallvec: crate('smallvec', 'servo/rust-smallvec'),
  'strict-num': crate('strict-num', 'RazrFalcon/strict-num'),
  svgtypes: crate('svgtypes', 'linebender/svgtypes'),
  'tiny-skia': crate('tiny-skia', 'linebender/tiny-skia', { licence: 'BSD-3-Clause' }),
  'tiny-skia-path': crate('tiny-skia-path', 'linebender/tiny-skia', { licence: 'BSD-3-Clause', texts: ['tiny-skia'] }),
  usvg: crate('usvg', 'linebender/resvg', { texts: ['resvg'] }),
  weezl: crate('weezl', 'image-rs/weezl'),
  'zune-core': crate('zune-core', 'etemesi254/zune-image', { texts: ['zune-jpeg'] }),
  'zune-jpeg': crate('zune-jpeg', 'etemesi254/zune-image'),
  // It is compiled anew for the module, with the parts of it that are packages of their own.
  rust: {
    name: 'Rust standard library',
    licence: 'MIT AND (Apache-2.0 WITH LLVM-exception)',
    source: 'https://github.com/rust-lang/rust',
    texts: ['rust', 'hashbrown', 'compiler-builtins'].map(textOf),
  },
} satisfies Readonly<Record<string, Library>>;

/** As in resvg's Cargo.lock, by which it is built. The nightly compiler whose library is taken is not named. */
export const CRATE_VERSIONS: Readonly<Record<keyof typeof CRATES, string | null>> = {
  adler2: '2.0.1',
  arrayref: '0.3.9',
  arrayvec: '0.7.8',
  bitflags: '2.13.1',
  bytemuck: '1.25.2',
  'byteorder-lite': '0.1.0',
  'cfg-if': '1.0.4',
  color_quant: '1.1.0',
  crc32fast: '1.5.0',
  'data-url': '0.3.2',
  fdeflate: '0.3.7',
  flate2: '1.1.9',
  'float-cmp': '0.9.0',
  gif: '0.14.2',
  'image-webp': '0.2.4',
  imagesize: '0.15.0',
  kurbo: '0.13.1',
  log: '0.4.33',
  memchr: '2.8.3',
  miniz_oxide: '0.8.9',
  png: '0.18.1',
  polycool: '0.4.0',
  'quick-error': '2.0.1',
  resvg: '0.48.1',
  rgb: '0.8.53',
  roxmltree: '0.21.1',
  'simd-adler32': '0.3.10',
  simplecss: '0.2.2',
  siphasher: '1.0.3',
  smallvec: '1.15.2',
  'strict-num': '0.1.1',
  svgtypes: '0.16.1',
  'tiny-skia': '0.12.0',
  'tiny-skia-path': '0.12.0',
  usvg: '0.48.1',
  weezl: '0.1.12',
  'zune-core': '0.5.1',
  'zune-jpeg': '0.5.15',
  rust: null,
};

/** Nearly all of them leave the choice between MIT and Apache 2.0. */
function crate(
  name: string,
  repository: string,
  { licence = 'MIT', texts = [name] }: { licence?: string; texts?: readonly string[] } = {},
): Library {
  return { name, licence, source: `https://github.com/${repository}`, texts: texts.map(textOf) };
}

function textOf(name: string): string {
  return `crates/${name}.txt`;
}
