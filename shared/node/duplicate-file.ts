import { chmod, constants, copyFile, rm } from 'node:fs/promises';
import { flushFile } from './flush-file.ts';

const OWNER_ONLY = 0o600;

/** A flushed copy that only this user can read, in place of whatever lay at `to`. Rejects with what the disk says. */
export async function duplicateFile(from: string, to: string): Promise<void> {
  await rm(to, { force: true });
  await copyFile(from, to, constants.COPYFILE_EXCL);
  await chmod(to, OWNER_ONLY);
  await flushFile(to);
}
