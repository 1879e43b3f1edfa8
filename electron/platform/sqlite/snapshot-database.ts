import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { longPath } from '../../../shared/node/files/long-path.ts';

const OWNER_ONLY = 0o600;

/** Makes a compact copy of an open database that only this user can read, synchronously and outside a transaction. Throws the disk's error. */
export function snapshotDatabase(database: DatabaseSync, file: string): void {
  const beside = `${file}.part`;
  rmSync(beside, { force: true });
  // Created here, because SQLite would make it readable to others.
  closeSync(openSync(beside, 'wx', OWNER_ONLY));
  database.prepare('VACUUM INTO ?').run(longPath(beside));
  renameSync(beside, file);
}
