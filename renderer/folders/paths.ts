/** Parts of a path that are enough to tell two folders apart at a glance; the whole path is never far. */
const PARTS_SHOWN = 2;

export type Crumb = { readonly name: string; readonly path: string };

/** The separator of the engine's computer, which may not be the one this window is seen on. */
function separatorOf(path: string): string {
  return /^[A-Za-z]:|^\\\\/.test(path) ? '\\' : '/';
}

export function shortPath(path: string): string {
  const separator = separatorOf(path);
  const parts = path.split(separator).filter((part) => part !== '');
  return parts.length <= PARTS_SHOWN ? path : `…${separator}${parts.slice(-PARTS_SHOWN).join(separator)}`;
}

export function joinPath(folder: string, name: string): string {
  const separator = separatorOf(folder);
  return folder.endsWith(separator) ? folder + name : folder + separator + name;
}

/** The way from the root to the folder. */
export function crumbsOf(path: string): readonly Crumb[] {
  const separator = separatorOf(path);
  const share = path.startsWith('\\\\') ? '\\\\' : '';
  const parts = path.split(separator).filter((part) => part !== '');
  const root: readonly Crumb[] = separator === '/' ? [{ name: '/', path: '/' }] : [];
  const way = parts.map((name, at) => {
    const upTo = parts.slice(0, at + 1).join(separator);
    const drive = separator === '\\' && at === 0 && share === '';
    return { name, path: separator === '/' ? `/${upTo}` : `${share}${upTo}${drive ? separator : ''}` };
  });
  return [...root, ...way];
}
