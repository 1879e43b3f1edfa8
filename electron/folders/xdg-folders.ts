import { posix } from 'node:path';

const KEYS = { desktop: 'DESKTOP', downloads: 'DOWNLOAD', pictures: 'PICTURES', documents: 'DOCUMENTS' } as const;
type Kind = keyof typeof KEYS;

/** A person's folders as a Linux desktop lists them, in their own language: `XDG_DESKTOP_DIR="$HOME/Bureau"`. One that is the home itself is switched off. */
export function xdgFolders(userDirs: string, home: string): Readonly<Record<Kind, readonly string[]>> {
  const of = (kind: Kind): readonly string[] => {
    const line = new RegExp(`^\\s*XDG_${KEYS[kind]}_DIR="(\\$HOME)?(/(?:[^"\\\\]|\\\\.)*)"`, 'm').exec(userDirs);
    if (line?.[2] === undefined) return [];
    const below = line[2].replaceAll(/\\(.)/g, '$1');
    const path = posix.normalize(line[1] === undefined ? below : posix.join(home, below));
    return posix.relative(home, path) === '' ? [] : [path];
  };
  return { desktop: of('desktop'), downloads: of('downloads'), pictures: of('pictures'), documents: of('documents') };
}
