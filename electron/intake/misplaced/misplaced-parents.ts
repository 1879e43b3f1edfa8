import { basename, dirname, join } from 'node:path';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { placeKey } from '#shared/node/is-inside.ts';

/** A folder that contains watched ones and is not watched itself. `since`: files written earlier are older than the watching. */
export type MisplacedParent = { readonly path: string; readonly since: WallMs };

/** A person who uses such a name has a sibling folder too, or drops files into the parent. */
const TELLING = /^(purchases?|sales?|achats?|ventes?)\b/iu;
/** Folders where people keep files of all kinds: a PDF on the desktop is not a misplaced scan. */
const COMMON: readonly string[] = ['Desktop', 'Documents', 'Downloads', 'Bureau', 'Téléchargements', 'OneDrive', 'Dropbox'];

/** Folders into which people drop a scan that they meant to put one level deeper. */
export function misplacedParents(folders: readonly Folder[], home: string): readonly MisplacedParent[] {
  const common = new Set([home, ...COMMON.map((name) => join(home, name))].map((path) => placeKey(path)));
  const watched = new Set(folders.map(({ path }) => placeKey(path)));
  const parents = new Map<string, { readonly path: string; readonly children: Folder[] }>();
  for (const folder of folders) {
    const path = dirname(folder.path);
    const key = placeKey(path);
    if (path === dirname(path) || common.has(key) || watched.has(key)) continue;
    parents.set(key, { path: parents.get(key)?.path ?? path, children: [...(parents.get(key)?.children ?? []), folder] });
  }
  return Array.from(parents.values())
    .filter(({ children }) => children.length > 1 || children.some(({ path }) => TELLING.test(basename(path))))
    .map(({ path, children }) => ({
      path,
      since: children.map(({ addedAt }) => addedAt).reduce((one, other) => (other < one ? other : one)),
    }));
}
