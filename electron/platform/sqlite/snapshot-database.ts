import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { longPath } from '../../../shared/node/files/long-path.ts';

const OWNER_ONLY = 0o600;

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
