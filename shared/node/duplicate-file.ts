import { chmod, constants, copyFile, open, rm } from 'node:fs/promises';

const OWNER_ONLY = 0o600;

/** A flushed copy that only this user can read, in place of whatever lay at `to`. Rejects with what the disk says. */
export async function duplicateFile(from: string, to: string): Promise<void> {
  await rm(to, { force: true });
  await copyFile(from, to, constants.COPYFILE_EXCL);
  await chmod(to, OWNER_ONLY);
  const handle = await open(to, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
