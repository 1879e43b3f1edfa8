import { readFile, realpath, stat } from 'node:fs/promises';
import { isWithin } from '#shared/node/is-inside.ts';
import { type Mount, MOUNT_TABLE, readMounts } from './mount-table.ts';

/**
 * Identifies the mount of a path: on Linux by its number in the kernel's table, which no other mount has until it ends; on Windows by the
 * volume's serial number, which stays with the disk. Null elsewhere, or if the path is missing.
 */
export async function findMount(path: string): Promise<string | null> {
  try {
    if (process.platform === 'win32') return String((await stat(path)).dev);
    const [table, real] = await Promise.all([readFile(MOUNT_TABLE, 'utf8'), realpath(path)]);
    return mountIn(table, real);
  } catch {
    return null;
  }
}

/** Id of the innermost mount that contains the path; of several on one point, the last one covers the others. */
export function mountIn(table: string, path: string): string | null {
  let innermost: Mount | null = null;
  for (const mount of readMounts(table)) {
    if (!isWithin(path, mount.point)) continue;
    if (innermost === null || mount.point.length >= innermost.point.length) innermost = mount;
  }
  return innermost?.id ?? null;
}
