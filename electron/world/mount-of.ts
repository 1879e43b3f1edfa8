import { readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { isInside } from '#shared/node/is-inside.ts';

/** The kernel's own list, one mount a line: id, parent, device, root, mount point, options …; proc(5). */
const TABLE = '/proc/self/mountinfo';
const ID = 0;
const POINT = 4;

/**
 * Which mount a place lies on: on Linux its number in the kernel's table, which no other mount has until it ends; on Windows the serial
 * number of the volume, which stays with the disk. Null elsewhere, or where the place is not there.
 */
export async function mountOf(path: string): Promise<string | null> {
  try {
    if (process.platform === 'win32') return String((await stat(path)).dev);
    const [table, real] = await Promise.all([readFile(TABLE, 'utf8'), realpath(path)]);
    return mountIn(table, real);
  } catch {
    return null;
  }
}

/** Of those that hold the place the innermost, and of several on one point the last, which covers the others. */
export function mountIn(table: string, path: string): string | null {
  let innermost: { readonly id: string; readonly point: string } | null = null;
  for (const line of table.split('\n')) {
    const fields = line.split(' ');
    const [id, point] = [fields[ID], unescaped(fields[POINT] ?? '')];
    if (id === undefined || !isAbsolute(point) || !(point === path || isInside(path, point))) continue;
    if (innermost === null || point.length >= innermost.point.length) innermost = { id, point };
  }
  return innermost?.id ?? null;
}

/** Space, tab, line feed and backslash are written as three octal digits. */
function unescaped(point: string): string {
  return point.replaceAll(/\\([0-7]{3})/g, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 8)));
}
