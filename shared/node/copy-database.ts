import { chmod, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { backup, type DatabaseSync } from 'node:sqlite';
import { flushFile } from './flush-file.ts';
import { flushFolder } from './flush-folder.ts';
import { longPath } from './long-path.ts';
import { NAMES, type Names } from './names.ts';

const OWNER_ONLY = 0o600;
/** A step holds the database for a moment; 256 pages are one megabyte. */
const PAGES_A_STEP = 256;
/** A transaction lasts as long as its flush. Ten seconds of bad luck one after the other are no luck: there is something wrong. */
const TRY_AGAIN_MS = 50;
const TRIES_MAX = 200;

/**
 * Copies an open database as it is at one moment, page by page beside its work, into a file that only this user can read:
 * whole and flushed, or not there. Rejects with what the disk says; `file` is then as it was.
 */
export async function copyDatabase(database: DatabaseSync, file: string, names: Names = NAMES): Promise<void> {
  const beside = `${file}.part`;
  await names.removeIfThere(beside);
  try {
    // Made by us, because SQLite would make it readable to others.
    await (await open(beside, 'wx', OWNER_ONLY)).close();
    await betweenWrites(() => backup(database, longPath(beside), { rate: PAGES_A_STEP }));
    await putInPlace(beside, file, names);
  } catch (error) {
    await names.removeIfThere(beside).catch(() => undefined);
    throw error;
  }
}

/**
 * A step that comes upon an open transaction of this very connection ends the copy, with a failure that bears no number of SQLite's:
 * it begins anew a moment later.
 */
async function betweenWrites(copy: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await copy();
      return;
    } catch (error) {
      const isBusy = error instanceof Error && 'errcode' in error && error.errcode === 0;
      if (!isBusy || tries === TRIES_MAX) throw error;
      await setTimeout(TRY_AGAIN_MS);
    }
  }
}

async function putInPlace(beside: string, file: string, names: Names): Promise<void> {
  await chmod(beside, OWNER_ONLY);
  await flushFile(beside);
  await names.rename(beside, file);
  await flushFolder(dirname(file));
}
