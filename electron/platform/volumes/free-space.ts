import { statfs } from 'node:fs/promises';
import { toDisk } from '../files/disk-path.ts';

/** What the system keeps for its administrator, and what a quota takes away, is not counted where the system says so. */
export async function freeSpaceOn(path: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(toDisk(path));
    return bavail * bsize;
  } catch {
    // Not there, or a file system that does not tell: nobody may count on room then.
    return null;
  }
}
