import { lstat, stat } from 'node:fs/promises';
import process from 'node:process';

/** Whether this folder and this file in it belong to the user of this program. Windows has no such owners: there the folder around it decides. */
export async function isOwn(folder: string, file: string): Promise<boolean> {
  const own = process.geteuid?.();
  if (own === undefined) return true;
  try {
    const found = await Promise.all([stat(folder), lstat(file)]);
    return found.every(({ uid }) => uid === own);
  } catch {
    // It was there a moment ago; whoever removes it may put another one there.
    return false;
  }
}
