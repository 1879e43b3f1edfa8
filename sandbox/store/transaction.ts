import type { DatabaseSync } from 'node:sqlite';

/** All of `work` or nothing of it, on the disk when it returns. `work` is synchronous: nothing else runs in between. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  if (database.isTransaction) return work();
  database.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    database.exec('COMMIT');
    return value;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
