import { posix, win32 } from 'node:path';

/** Its paths and their letter case: Windows and macOS take `A` and `a` for one name where nobody set the disk up otherwise. */
export type System = 'win32' | 'darwin' | 'linux';

const THIS: System = process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux';

/**
 * Whether a path lies below a folder by its text: both absolute, without links, and not the folder itself. The one place that decides it;
 * links, other spellings and second mounts are told apart by `placeOf` and `doOverlap`, which ask the disk.
 */
export function isInside(inner: string, outer: string, system: System = THIS): boolean {
  const path = system === 'win32' ? win32 : posix;
  const way = path.relative(spelled(outer, system), spelled(inner, system));
  return way !== '' && way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

/** Whether a path is the folder, in whatever spelling, or lies below it. */
export function isWithin(inner: string, outer: string, system: System = THIS): boolean {
  return isSamePath(inner, outer, system) || isInside(inner, outer, system);
}

/** The same question as above, of two folders: whether both texts mean one place. */
export function isSamePath(one: string, other: string, system: System = THIS): boolean {
  return placeKey(one, system) === placeKey(other, system);
}

/** One text for all spellings of a path that this system takes for one, for tables. It is no path to open anything by. */
export function placeKey(path: string, system: System = THIS): string {
  if (system === 'win32') return withoutEnd(win32.resolve(path).toLowerCase(), win32.sep);
  return withoutEnd(posix.normalize(spelled(path, system)), posix.sep);
}

function withoutEnd(path: string, separator: string): string {
  return path.endsWith(separator) ? path.slice(0, -1) : path;
}

/** Windows compares without case by itself; macOS also takes composed and decomposed accents for one. */
function spelled(path: string, system: System): string {
  return system === 'darwin' ? path.normalize('NFC').toLowerCase() : path;
}
