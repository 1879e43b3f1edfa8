import { lastPart, separatorOf } from '#shared/lib/file-names.ts';

/** Enough path segments to tell two folders apart at a glance; the whole path is always shown nearby. */
const PARTS_SHOWN = 2;

export type Crumb = { readonly name: string; readonly path: string };

/** Start of a UNC path on Windows. */
const SHARE = '\\\\';

export function shortPath(path: string): string {
  const separator = separatorOf(path);
  const parts = path.split(separator).filter((part) => part !== '');
  return parts.length <= PARTS_SHOWN ? path : `…${separator}${parts.slice(-PARTS_SHOWN).join(separator)}`;
}

export function liesDirectlyIn(path: string, folder: string): boolean {
  return joinPath(folder, lastPart(path)) === path;
}

export function joinPath(folder: string, name: string): string {
  const separator = separatorOf(folder);
  return folder.endsWith(separator) ? folder + name : folder + separator + name;
}

/** Breadcrumbs from the root to the folder. The root is `/`, a drive, or a server's share, since a server alone is not a folder. */
export function crumbsOf(path: string): readonly Crumb[] {
  const separator = separatorOf(path);
  const parts = path.split(separator).filter((part) => part !== '');
  const [first, ...below] = path.startsWith(SHARE) ? [SHARE + parts.slice(0, 2).join(separator), ...parts.slice(2)] : parts;
  if (separator === '/') return way({ name: '/', path: '/' }, parts);
  // `C:` without its separator would mean the drive's current folder.
  return first === undefined ? [] : way({ name: first, path: first.startsWith(SHARE) ? first : first + separator }, below);
}

function way(root: Crumb, names: readonly string[]): readonly Crumb[] {
  const crumbs = [root];
  let path = root.path;
  for (const name of names) {
    path = joinPath(path, name);
    crumbs.push({ name, path });
  }
  return crumbs;
}
