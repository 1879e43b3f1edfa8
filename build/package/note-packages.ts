import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Where the build notes whose code it took, one file for each of its bundles. Not packaged. */
export const PACKAGES_FOLDER = 'dist/packages';

/** Notes the packages whose code went into a bundle: what is shipped is what has to be named, and no list of wishes. */
export function notePackages(root: string): Plugin {
  return {
    name: 'note-packages',
    writeBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []));
      const folders = new Set(modules.flatMap((id) => packageFolder(root, id) ?? []));
      mkdirSync(join(root, PACKAGES_FOLDER), { recursive: true });
      writeFileSync(join(root, PACKAGES_FOLDER, `${this.environment.name}.json`), `${JSON.stringify([...folders].sort(), null, 2)}\n`);
    },
  };
}

/** `node_modules/a/node_modules/@b/c` of a file within it, with forward strokes as in the lock file; null for our own. */
export function packageFolder(root: string, id: string): string | null {
  const path = id.replaceAll('\\', '/');
  const own = `${root.replaceAll('\\', '/')}/`;
  // What a bundler makes up for itself begins with a zero byte, and may go on as a path.
  const from = path.indexOf(own);
  if (from === -1) return null;
  return /^(?:node_modules\/(?:@[^/]+\/)?[^/]+\/)+/.exec(path.slice(from + own.length))?.[0].slice(0, -1) ?? null;
}
