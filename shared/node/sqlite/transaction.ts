import type { DatabaseSync } from 'node:sqlite';

/**
 * Runs all of `work` or none of it; it is on the disk when this returns. Inside another transaction it is part of that one. There is one connection
 * and one thread, and `work` is synchronous, so nothing else can come in between.
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
