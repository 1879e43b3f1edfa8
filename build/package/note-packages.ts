import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Where the build lists the packages in its bundles, one file per bundle. Not packaged. */
export const PACKAGES_FOLDER = 'dist/packages';

/** Lists the packages whose code went into a bundle, so that the licences named are those of the code that is really shipped. */
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

/** The package folder of a file, such as `node_modules/a/node_modules/@b/c`, with forward slashes as in the lock file; null for our own files. */
export function packageFolder(root: string, id: string): string | null {
  const path = id.replaceAll('\\', '/');
  const own = `${root.replaceAll('\\', '/')}/`;
  // Ids that a bundler invents begin with a zero byte, and may continue as a path.
  const from = path.indexOf(own);
  if (from === -1) return null;
  return /^(?:node_modules\/(?:@[^/]+\/)?[^/]+\/)+/.exec(path.slice(from + own.length))?.[0].slice(0, -1) ?? null;
}
