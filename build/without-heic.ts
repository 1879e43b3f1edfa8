import process from 'node:process';
import type { Plugin } from 'vite';

type Change = { readonly file: RegExp; readonly from: RegExp; readonly to: string };

const CHANGES: readonly Change[] = [
  // What the whole program asks.
  {
    file: /[\\/]shared[\\/]domain[\\/]item[\\/]conversion[\\/]heic-built-in\.ts$/,
    from: /(IS_HEIC_BUILT_IN\b[^=]*=\s*)true/,
    to: '$1false',
  },
  // All that imports the decoder.
  {
    file: /[\\/]electron[\\/]conversion[\\/]heif[\\/]open-heic\.ts$/,
    from: /^[\s\S]*export async function openHeic[\s\S]*$/,
    to: "export async function openHeic() {\n  throw new Error('HEIC is not built in');\n}\nexport async function loadHeic() {}\n",
  },
  {
    file: /[\\/]electron[\\/]conversion[\\/]process[\\/]codec-files\.ts$/,
    from: /packages\.resolve\('libheif-js[^']*'\)/,
    to: "''",
  },
  // The window's address of the decoder: without it, the licence of the decoder is not passed on either.
  {
    file: /[\\/]renderer[\\/]preview[\\/]frame-link\.ts$/,
    from: /IS_HEIC_BUILT_IN\s*\?\s*import\.meta\.glob\([^)]*\)\s*:\s*\{\}/,
    to: '{}',
  },
];

/** What draws HEIC in the window, which asks for it only where it is built in. */
const WINDOW_FILES = /(^|\/)(libheif|heic-worker)[\w-]*\.(wasm|js|js\.map)$/;

/** With INTRAY_WITHOUT_HEIC=1, builds programs that know of HEIC and cannot open it: no part of the decoder is in them. */
export function withoutHeic(): Plugin {
  return {
    name: 'without-heic',
    enforce: 'pre',
    apply: () => process.env['INTRAY_WITHOUT_HEIC'] === '1',
    transform(code, id) {
      const change = CHANGES.find(({ file }) => file.test(id));
      if (change === undefined) return null;
      if (!change.from.test(code)) this.error(`${id} is no longer as build/without-heic.ts expects it`);
      return { code: code.replace(change.from, change.to), map: null };
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const name of Object.keys(bundle)) if (WINDOW_FILES.test(name)) delete bundle[name];
      },
    },
  };
}
