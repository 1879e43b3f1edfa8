import { win32 } from 'node:path';
import process from 'node:process';

/**
 * What Windows opens without a prefix before the path, less what SQLite puts behind it (`-journal`). It lifts the limit by itself only where
 * somebody has told both the computer and the program to.
 */
const PLAIN_CHARACTERS_MAX = 259 - '-journal'.length;

/** A path for code that hands it to Windows as it stands, as SQLite does; node:fs puts the prefix before each path by itself. */
export function longPath(path: string, platform: NodeJS.Platform = process.platform): string {
  return platform === 'win32' && path.length > PLAIN_CHARACTERS_MAX ? win32.toNamespacedPath(path) : path;
}
