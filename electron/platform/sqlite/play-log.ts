import type { DatabaseSync } from 'node:sqlite';

/** Moves the write-ahead log into the database and empties it. False if the disk does not allow it now, or inside a transaction. */
export function playLog(database: DatabaseSync): boolean {
  if (database.isTransaction) return false;
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return true;
  } catch {
    return false;
  }
}
