import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { win32 } from 'node:path';
import process from 'node:process';

/** Another of our processes (a backup, the command line) may hold the lock for a moment. */
const BUSY_MS = 5_000;

/**
 * macOS's fsync passes the bytes to the disk, which may keep them in its own cache until a power cut; only F_FULLFSYNC waits until they are
 * permanent. SQLite uses it on request, Node's `fs.fsync` always (ADR-2). Other systems do not have it, and this changes nothing there.
 */
const FLUSH_OF_MACOS = 'PRAGMA fullfsync=ON; PRAGMA checkpoint_fullfsync=ON;';

/**
 * Opens or creates a SQLite file (or `:memory:`) in which a commit is on the disk when it returns: write-ahead log, and
 * `synchronous=FULL`, without which the log is not flushed on every commit. `busyMs` is how long to wait for another connection's lock;
 * `migrations` bring the schema up to date. After a failure the file is closed again: on Windows nobody could move or remove it otherwise.
 * A file created here is readable only by its owner, and so are its log and index, which SQLite creates with the mode of the file.
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
    // Left open, it would keep its locks, and the next try would find the file in use by this same program.
    database.close();
    throw error;
  }
  return database;
}

const OWNER_ONLY = 0o600;

/** Never opens an existing file: closing it again would release this program's locks on it. */
function makeOwn(file: string): void {
  if (file === ':memory:') return;
  try {
    closeSync(openSync(file, 'wx', OWNER_ONLY));
  } catch {
    // The file exists, or cannot be created; SQLite reports which, and why.
  }
}

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

/**
 * The longest path that Windows opens without a prefix, less what SQLite appends (`-journal`). Windows lifts this limit only if both the
 * computer and the program are configured for it.
 */
const PLAIN_CHARACTERS_MAX = 259 - '-journal'.length;

/** A path for code that passes it to Windows unchanged, as SQLite does; node:fs adds the prefix to every path itself. */
export function longPath(path: string, platform: NodeJS.Platform = process.platform): string {
  return platform === 'win32' && path.length > PLAIN_CHARACTERS_MAX ? win32.toNamespacedPath(path) : path;
}
