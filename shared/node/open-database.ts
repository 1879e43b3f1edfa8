import { DatabaseSync } from 'node:sqlite';

/** Another process of ours (a backup, the command line) may hold the lock for a moment. */
const BUSY_MS = 5_000;

/**
 * Opens or makes a SQLite file (or `:memory:`) in which a commit is on the disk when it returns: write-ahead log, and
 * `synchronous=FULL`, without which the log is not flushed on every commit. `busyMs` is how long another one's lock is waited for.
 */
export function openDatabase(file: string, options: { readonly busyMs?: number } = {}): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: options.busyMs ?? BUSY_MS, enableForeignKeyConstraints: true, defensive: true });
  try {
    database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;');
  } catch (error) {
    // Left open it would keep its locks, and the next try would find the file in use by this very program.
    database.close();
    throw error;
  }
  return database;
}
