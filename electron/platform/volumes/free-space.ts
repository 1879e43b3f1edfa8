import { statfs } from 'node:fs/promises';
import { toDisk } from '../files/disk-path.ts';

/** Free bytes on the disk, excluding space reserved for the administrator or by a quota, where the system reports that. */
export async function freeSpaceOn(path: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(toDisk(path));
    return bavail * bsize;
  } catch {
    // The path is missing, or the file system does not tell: then no one may count on free space.
    return null;
  }
}
