import type { DatabaseSync } from 'node:sqlite';

/**
 * Whether the database is consistent. `quick` does not compare indexes with their rows, and is several times faster. Throws what SQLite
 * throws if it cannot even begin.
 */
export function checkDatabase(database: DatabaseSync, depth: 'quick' | 'full'): boolean {
  // One error is enough.
  const [row] = database.prepare(depth === 'quick' ? 'PRAGMA quick_check(1)' : 'PRAGMA integrity_check(1)').all();
  return row !== undefined && Object.values(row)[0] === 'ok';
}
