import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { flushFolder } from './flush-folder.ts';

/** SQLite's own files beside a database. A log that stayed behind would be played onto the next one of that name. */
const BESIDE = ['', '-wal', '-shm'];

/** Gives a database that nobody has open another name in its folder, with all that belongs to it. What is not there is passed over. */
export async function moveDatabase(from: string, to: string): Promise<void> {
  for (const ending of BESIDE) {
    if (existsSync(from + ending)) await rename(from + ending, to + ending);
  }
  await flushFolder(dirname(to));
}
