import type { DatabaseSync } from 'node:sqlite';

/**
 * All of `work` or nothing of it, on the disk when it returns; inside another one it is part of that one. One connection
 * and one thread: `work` is synchronous, so nothing else can come in between.
 */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  if (database.isTransaction) return work();
  database.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    database.exec('COMMIT');
    return value;
  } catch (error) {
    // A full disk may have ended the transaction already.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
