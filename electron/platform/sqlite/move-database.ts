import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { flushFolder } from '../../../shared/node/files/flush-folder.ts';
import { RENAME_AND_REMOVE, type RenameAndRemove } from '../../../shared/node/files/rename-and-remove.ts';

/** SQLite's own files beside a database. A log that stayed behind would be played onto the next one of that name. */
const BESIDE = ['', '-wal', '-shm'];

/** Gives a database that nobody has open another name in its folder, with all that belongs to it. What is not there is passed over. */
export async function moveDatabase(from: string, to: string, names: RenameAndRemove = RENAME_AND_REMOVE): Promise<void> {
  for (const ending of BESIDE) {
    if (existsSync(from + ending)) await names.rename(from + ending, to + ending);
  }
  await flushFolder(dirname(to));
}
