import { posix, win32 } from 'node:path';

/** Decides path syntax and letter case: by default, Windows and macOS treat `A` and `a` as the same name. */
export type System = 'win32' | 'darwin' | 'linux';

const THIS: System = process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux';

/**
 * Whether a path is below a folder, judged by its text: both absolute, without links, and not the folder itself. This is the only place that
 * decides it; links, other spellings and second mounts are recognised by `placeOf` and `doOverlap`, which ask the disk.
 */
export function isInside(inner: string, outer: string, system: System = THIS): boolean {
  const path = system === 'win32' ? win32 : posix;
  const way = path.relative(spelled(outer, system), spelled(inner, system));
  return way !== '' && way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

/** Whether a path is the folder, in whatever spelling, or is below it. */
export function isWithin(inner: string, outer: string, system: System = THIS): boolean {
  return isSamePath(inner, outer, system) || isInside(inner, outer, system);
}

/** Whether two paths mean the same folder, judged by their text. */
export function isSamePath(one: string, other: string, system: System = THIS): boolean {
  return placeKey(one, system) === placeKey(other, system);
}

/** One key for all spellings that this system treats as the same path, for lookup tables. Nothing can be opened with it. */
export function placeKey(path: string, system: System = THIS): string {
  if (system === 'win32') return withoutEnd(win32.resolve(path).toLowerCase(), win32.sep);
  return withoutEnd(posix.normalize(spelled(path, system)), posix.sep);
}

function withoutEnd(path: string, separator: string): string {
  return path.endsWith(separator) ? path.slice(0, -1) : path;
}

/** `win32.relative` ignores case; macOS also treats composed and decomposed accents as the same. */
function spelled(path: string, system: System): string {
  return system === 'darwin' ? path.normalize('NFC').toLowerCase() : path;
}
