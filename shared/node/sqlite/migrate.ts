import type { DatabaseSync } from 'node:sqlite';

/**
 * Brings a database to the newest schema: migration number n (from 1) is applied once, in one transaction with its number
 * (`user_version`). Throws on a file written by a newer version: guessing would damage it.
 */
export function migrate(database: DatabaseSync, migrations: readonly string[]): void {
  const version = versionOf(database);
  if (version > migrations.length) throw new Error(`the database has version ${version}, this program knows ${migrations.length}`);
  for (const [index, migration] of migrations.entries()) {
    if (index < version) continue;
    apply(database, migration, index + 1);
  }
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
}

function apply(database: DatabaseSync, migration: string, version: number): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    // Two processes may start together: the second one finds the work done once it has the lock.
    if (versionOf(database) < version) database.exec(`${migration};\nPRAGMA user_version = ${version};`);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
