import { posix, win32 } from 'node:path';

/** Its paths and their letter case: Windows and macOS take `A` and `a` for one name where nobody set the disk up otherwise. */
type System = 'win32' | 'darwin' | 'linux';

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

/** Windows compares without case by itself; macOS also takes composed and decomposed accents for one. */
function spelled(path: string, system: System): string {
  return system === 'darwin' ? path.normalize('NFC').toLowerCase() : path;
}
