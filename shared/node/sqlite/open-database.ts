import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { longPath } from '../files/long-path.ts';
import { migrate } from './migrate.ts';

/** Another process of ours (a backup, the command line) may hold the lock for a moment. */
const BUSY_MS = 5_000;

/**
 * macOS's fsync hands the bytes to the disk, which may keep them in its own memory until a power cut; only F_FULLFSYNC waits until they are
 * kept. SQLite asks for it when it is told to, and Node's `fs.fsync` by itself (ADR-57). No other system has it, where this changes nothing.
 */
const FLUSH_OF_MACOS = 'PRAGMA fullfsync=ON; PRAGMA checkpoint_fullfsync=ON;';

/**
 * Opens or makes a SQLite file (or `:memory:`) in which a commit is on the disk when it returns: write-ahead log, and
 * `synchronous=FULL`, without which the log is not flushed on every commit. `busyMs` is how long another one's lock is waited for,
 * `migrations` bring it to their schema. What cannot be opened is not left open: on Windows nobody could move or remove it then.
 * A file that is made here is readable by its owner alone, and so are its log and index, which SQLite makes with the mode of the file.
 */
export function openDatabase(
  file: string,
  options: { readonly busyMs?: number; readonly migrations?: readonly string[] } = {},
): DatabaseSync {
  makeOwn(file);
  const database = new DatabaseSync(longPath(file), {
    timeout: options.busyMs ?? BUSY_MS,
    enableForeignKeyConstraints: true,
    defensive: true,
  });
  try {
    database.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; ${FLUSH_OF_MACOS}`);
    if (options.migrations !== undefined) migrate(database, options.migrations);
  } catch (error) {
    // Left open it would keep its locks, and the next try would find the file in use by this very program.
    database.close();
    throw error;
  }
  return database;
}

const OWNER_ONLY = 0o600;

/** Never opens one that is there: to close it again would take this program's locks on it away. */
function makeOwn(file: string): void {
  if (file === ':memory:') return;
  try {
    closeSync(openSync(file, 'wx', OWNER_ONLY));
  } catch {
    // It is there, or cannot be made; SQLite says which, and why.
  }
}
