import { isAbsolute, relative } from 'node:path';

/** Whether a file lies somewhere under a folder, by their names. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}
