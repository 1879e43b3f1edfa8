import { basename, dirname, join } from 'node:path';
import type { Folder } from '#shared/domain/folder.ts';
import type { WallMs } from '#shared/lib/duration.ts';

/** A folder that holds watched ones and is not watched itself. `since`: what was written before is older than our watching. */
export type StrayParent = { readonly path: string; readonly since: WallMs };

/** Whoever names a folder so has another beside it, or drops into the one that holds it. */
const TELLING = /^(purchases?|sales?|achats?|ventes?)\b/iu;
/** Everybody keeps all kinds of files there; a PDF on the desktop is no scan that went astray. */
const COMMON: readonly string[] = ['Desktop', 'Documents', 'Downloads', 'Bureau', 'Téléchargements', 'OneDrive', 'Dropbox'];

/** Where people drop a scan that they meant to put one level deeper. */
export function strayParents(folders: readonly Folder[], home: string): readonly StrayParent[] {
  const common = new Set([home, ...COMMON.map((name) => join(home, name))]);
  const watched = new Set(folders.map(({ path }) => path));
  const parents = new Map<string, Folder[]>();
  for (const folder of folders) {
    const parent = dirname(folder.path);
    if (parent === dirname(parent) || common.has(parent) || watched.has(parent)) continue;
    parents.set(parent, [...(parents.get(parent) ?? []), folder]);
  }
  return Array.from(parents)
    .filter(([, children]) => children.length > 1 || children.some(({ path }) => TELLING.test(basename(path))))
    .map(([path, children]) => ({
      path,
      since: children.map(({ addedAt }) => addedAt).reduce((one, other) => (other < one ? other : one)),
    }));
}
