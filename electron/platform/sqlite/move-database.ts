import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { flushFolder } from '../../../shared/node/files/flush-folder.ts';
import { RENAME_AND_REMOVE, type RenameAndRemove } from '../../../shared/node/files/rename-and-remove.ts';

/** SQLite's own files beside a database. A log left behind would be applied to the next database of that name. */
const BESIDE = ['', '-wal', '-shm'];

/** Renames a closed database within its folder, with all its files. Missing files are skipped. */
export async function moveDatabase(from: string, to: string, names: RenameAndRemove = RENAME_AND_REMOVE): Promise<void> {
  for (const ending of BESIDE) {
    if (existsSync(from + ending)) await names.rename(from + ending, to + ending);
  }
  await flushFolder(dirname(to));
}
