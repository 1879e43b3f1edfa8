import { chmod, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as sqlite from 'node:sqlite';
import { flushFile } from '../../../shared/node/files/flush-file.ts';
import { flushFolder } from '../../../shared/node/files/flush-folder.ts';
import { longPath } from '../../../shared/node/files/long-path.ts';
import { RENAME_AND_REMOVE, type RenameAndRemove } from '../../../shared/node/files/rename-and-remove.ts';

const OWNER_ONLY = 0o600;
/** A step holds the database for a moment; 256 pages are one megabyte. */
const PAGES_A_STEP = 256;
/** A transaction lasts as long as its flush. If steps fail for ten seconds in a row, something is wrong. */
const TRY_AGAIN_MS = 50;
const TRIES_MAX = 200;
const BUSY_WITH_ITSELF = 0;

/** Node's online backup, if this runtime has it. */
type Backup = typeof sqlite.backup;

type CopyOptions = {
  readonly names?: RenameAndRemove;
  /** Null if there is none. */
  readonly backup?: Backup | null;
};

/** Electron builds Node with parts left out. A missing named import would keep the whole program from starting, so it is looked up. */
const BACKUP: Backup | null = (sqlite as Partial<typeof sqlite>).backup ?? null;

/** Whether this program copies a database page by page beside its work; if not, all other work waits. */
export const COPIES_BESIDE_WORK = BACKUP !== null;

/**
 * Copies an open database, as it is at one moment, into a file that only this user can read: complete and flushed, or not there. Page by page
 * beside other work, if this Node supports that. Rejects with the disk's error; `file` is then unchanged.
 */
export async function copyDatabase(
  database: sqlite.DatabaseSync,
  file: string,
  { names = RENAME_AND_REMOVE, backup = BACKUP }: CopyOptions = {},
): Promise<void> {
  const beside = `${file}.part`;
  await names.removeIfThere(beside);
  try {
    // Created here, because SQLite would make it readable to others.
    await (await open(beside, 'wx', OWNER_ONLY)).close();
    if (backup === null) await betweenWrites(async () => copyAtOnce(database, beside));
    else await betweenWrites(() => backup(database, longPath(beside), { rate: PAGES_A_STEP }));
    await putInPlace(beside, file, names);
  } catch (error) {
    await names.removeIfThere(beside).catch(() => undefined);
    throw error;
  }
}

/** Blocks all other work meanwhile. SQLite refuses it inside a transaction, as it refuses a backup step there. */
function copyAtOnce(database: sqlite.DatabaseSync, file: string): void {
  if (database.isTransaction) throw Object.assign(new Error('a transaction is open'), { errcode: BUSY_WITH_ITSELF });
  database.prepare('VACUUM INTO ?').run(longPath(file));
}

/**
 * A step that meets an open transaction of this connection ends the copy with a failure that has no SQLite code. The copy then starts
 * again a moment later.
 */
async function betweenWrites(copy: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await copy();
      return;
    } catch (error) {
      const isBusy = error instanceof Error && 'errcode' in error && error.errcode === BUSY_WITH_ITSELF;
      if (!isBusy || tries === TRIES_MAX) throw error;
      await setTimeout(TRY_AGAIN_MS);
    }
  }
}

async function putInPlace(beside: string, file: string, names: RenameAndRemove): Promise<void> {
  await chmod(beside, OWNER_ONLY);
  await flushFile(beside);
  await names.rename(beside, file);
  await flushFolder(dirname(file));
}
