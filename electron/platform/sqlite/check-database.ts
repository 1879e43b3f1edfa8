import type { DatabaseSync } from 'node:sqlite';

/**
 * Whether the pages of a database hold together. `quick` leaves out whether every index entry has its row, and is several times
 * faster. Throws what SQLite throws when it cannot even begin.
 */
export function checkDatabase(database: DatabaseSync, depth: 'quick' | 'full'): boolean {
  // One complaint is enough.
  const [row] = database.prepare(depth === 'quick' ? 'PRAGMA quick_check(1)' : 'PRAGMA integrity_check(1)').all();
  return row !== undefined && Object.values(row)[0] === 'ok';
}
