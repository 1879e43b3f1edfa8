import { chmod, constants } from 'node:fs/promises';
import { flushFile } from '../../../shared/node/files/flush-file.ts';
import { RENAME_AND_REMOVE, type RenameAndRemove } from '../../../shared/node/files/rename-and-remove.ts';

const OWNER_ONLY = 0o600;

/** Makes a flushed copy that only this user can read, and replaces whatever was at `to`. Rejects with the disk's error. */
export async function duplicateFile(from: string, to: string, names: RenameAndRemove = RENAME_AND_REMOVE): Promise<void> {
  await names.removeIfThere(to);
  await names.copy(from, to, constants.COPYFILE_EXCL);
  await chmod(to, OWNER_ONLY);
  await flushFile(to);
}
