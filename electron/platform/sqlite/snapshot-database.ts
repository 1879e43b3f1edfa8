import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { longPath } from '../../../shared/node/files/long-path.ts';

const OWNER_ONLY = 0o600;

/** A compact copy of an open database that is outside of a transaction, made at once, that only this user can read. Throws what the disk says. */
export function snapshotDatabase(database: DatabaseSync, file: string): void {
  const beside = `${file}.part`;
  rmSync(beside, { force: true });
  // Made by us, because SQLite would make it readable to others.
  closeSync(openSync(beside, 'wx', OWNER_ONLY));
  database.prepare('VACUUM INTO ?').run(longPath(beside));
  renameSync(beside, file);
}
