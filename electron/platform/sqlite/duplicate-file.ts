import { chmod, constants } from 'node:fs/promises';
import { flushFile } from '../../../shared/node/files/flush-file.ts';
import { NAMES, type Names } from '../../../shared/node/files/rename-and-remove.ts';

const OWNER_ONLY = 0o600;

/** A flushed copy that only this user can read, in place of whatever lay at `to`. Rejects with what the disk says. */
export async function duplicateFile(from: string, to: string, names: Names = NAMES): Promise<void> {
  await names.removeIfThere(to);
  await names.copy(from, to, constants.COPYFILE_EXCL);
  await chmod(to, OWNER_ONLY);
  await flushFile(to);
}
