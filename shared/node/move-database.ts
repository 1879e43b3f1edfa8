import { existsSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** SQLite's own files beside a database. A log that stayed behind would be played onto the next one of that name. */
const BESIDE = ['', '-wal', '-shm'];

/** Gives a database that nobody has open another name in its folder, with all that belongs to it. What is not there is passed over. */
export async function moveDatabase(from: string, to: string): Promise<void> {
  for (const ending of BESIDE) {
    if (existsSync(from + ending)) await rename(from + ending, to + ending);
  }
  // Windows has no such call and needs none.
  if (process.platform === 'win32') return;
  const folder = await open(dirname(to), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
