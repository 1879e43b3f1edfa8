import type { DatabaseSync } from 'node:sqlite';

/** Brings what the write-ahead log holds into the database, and makes the log empty. False where the disk does not let it now, or in the middle of a transaction. */
export function playLog(database: DatabaseSync): boolean {
  if (database.isTransaction) return false;
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return true;
  } catch {
    return false;
  }
}
