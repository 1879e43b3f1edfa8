import { win32 } from 'node:path';
import process from 'node:process';

/**
 * The longest path that Windows opens without a prefix, less what SQLite appends (`-journal`). Windows lifts this limit only if both the
 * computer and the program are configured for it.
 */
const PLAIN_CHARACTERS_MAX = 259 - '-journal'.length;

/** A path for code that passes it to Windows unchanged, as SQLite does; node:fs adds the prefix to every path itself. */
export function longPath(path: string, platform: NodeJS.Platform = process.platform): string {
  return platform === 'win32' && path.length > PLAIN_CHARACTERS_MAX ? win32.toNamespacedPath(path) : path;
}
