import { chmod, constants, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as sqlite from 'node:sqlite';
import { DatabaseSync } from 'node:sqlite';
import { flushFile, flushFolder } from '#shared/node/files/flush-folder.ts';
import { longPath } from '#shared/node/sqlite/open-database.ts';
import { RENAME_AND_REMOVE, type RenameAndRemove } from '#shared/node/files/retry-while-locked.ts';
import { pathToFileURL } from 'node:url';
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';

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

/** Makes a flushed copy that only this user can read, and replaces whatever was at `to`. Rejects with the disk's error. */
export async function duplicateFile(from: string, to: string, names: RenameAndRemove = RENAME_AND_REMOVE): Promise<void> {
  await names.removeIfThere(to);
  await names.copy(from, to, constants.COPYFILE_EXCL);
  await chmod(to, OWNER_ONLY);
  await flushFile(to);
}

/**
 * Whether a copy of a database that nobody writes to is consistent. It is opened as unchangeable, so that SQLite makes no log beside it, which would
 * be left there by a disk that fails, and played into the next database of that name. Throws what SQLite throws if it cannot even begin.
 */
export function isGoodCopy(file: string): boolean {
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  const copy = new DatabaseSync(url, { readOnly: true });
  try {
    return checkDatabase(copy, 'full');
  } finally {
    copy.close();
  }
}

/**
 * Makes a compact copy of an open database that only this user can read, synchronously and outside a transaction. It is on the disk when this
 * returns: SQLite itself does not flush what VACUUM INTO writes. Throws the disk's error.
 */
export function snapshotDatabase(database: DatabaseSync, file: string): void {
  const beside = `${file}.part`;
  rmSync(beside, { force: true });
  // Created here, because SQLite would make it readable to others.
  closeSync(openSync(beside, 'wx', OWNER_ONLY));
  database.prepare('VACUUM INTO ?').run(longPath(beside));
  flush(beside, 'r+');
  renameSync(beside, file);
  // Windows has no such call for a folder, and needs none.
  if (process.platform !== 'win32') flush(dirname(file), 'r');
}

function flush(path: string, flags: 'r' | 'r+'): void {
  const opened = openSync(path, flags);
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/**
 * Whether the database is consistent. `quick` does not compare indexes with their rows, and is several times faster. Throws what SQLite
 * throws if it cannot even begin.
 */
export function checkDatabase(database: DatabaseSync, depth: 'quick' | 'full'): boolean {
  // One error is enough.
  const [row] = database.prepare(depth === 'quick' ? 'PRAGMA quick_check(1)' : 'PRAGMA integrity_check(1)').all();
  return row !== undefined && Object.values(row)[0] === 'ok';
}

/** SQLite's own files beside a database. A log left behind would be applied to the next database of that name. */
const BESIDE = ['', '-wal', '-shm'];

/** Renames a closed database within its folder, with all its files. Missing files are skipped. */
export async function moveDatabase(from: string, to: string, names: RenameAndRemove = RENAME_AND_REMOVE): Promise<void> {
  for (const ending of BESIDE) {
    if (existsSync(from + ending)) await names.rename(from + ending, to + ending);
  }
  await flushFolder(dirname(to));
}
