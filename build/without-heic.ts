import type { Plugin } from 'vite';
import { IS_HEIC_BUILT_IN } from '../shared/domain/item/heic-built-in.ts';

/** The files that decode HEIC, of the window and of the process that converts. */
const HEIC_FILES = /(^|\/)(libheif|heic-worker)[\w-]*\.(wasm|js|js\.map)$/;

/** Leaves the decoder of HEIC out of a build that is to have none: what would load it is never reached there. */
export function withoutHeic(): Plugin {
  return {
    name: 'without-heic',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        if (IS_HEIC_BUILT_IN) return;
        for (const name of Object.keys(bundle)) if (HEIC_FILES.test(name)) delete bundle[name];
      },
    },
  };
}
