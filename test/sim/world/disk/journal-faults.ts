import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { dirname } from 'node:path';
import { pathMap } from '#test/support/disks/path-map.ts';
import type { Chance } from '../chance.ts';
import type { Room } from '../life.ts';

/** Called at every BEGIN and COMMIT of a journal. A number is the code with which SQLite fails (10 I/O error, 13 disk full). */
type Strike = (at: 'begin' | 'commit') => number | null;

/**
 * What is known about a profile's journal: the databases that have it open, or tried to open it. It is emptied at the end, because a statement
 * keeps its database alive, and the database would keep its computer's data in memory.
 */
type Held = { strike: Strike; readonly databases: Map<DatabaseSync, StatementSync | null> };

const byProfile = pathMap<Held>();
const ofDatabase = new WeakMap<DatabaseSync, Held>();
let patched = false;

/**
 * Makes the transactions of one profile's journal fail as on a failing disk. SQLite itself stays real: it has already rolled back a failed
 * COMMIT when the engine learns of it. Returns a function that ends this.
 */
export function strikeJournal(profile: string, strike: Strike): () => void {
  patch();
  const held = { strike, databases: new Map() };
  byProfile.set(profile, held);
  return () => {
    byProfile.delete(profile);
    held.strike = never;
    held.databases.clear();
  };
}

/**
 * How many rows of this profile's journal were ever changed, rolled back or not. While the number stays the same, so does everything that can
 * be read.
 */
export function changesOf(profile: string): number {
  const databases = byProfile.get(profile)?.databases ?? new Map<DatabaseSync, StatementSync | null>();
  let sum = 0;
  for (const [database, known] of databases) {
    if (!database.isOpen) continue;
    const changes = known ?? database.prepare('SELECT total_changes() AS changes');
    databases.set(database, changes);
    sum += Number(changes.get()?.['changes']);
  }
  return sum;
}

function patch(): void {
  if (patched) return;
  patched = true;
  const real: unknown = Reflect.get(DatabaseSync.prototype, 'exec');
  if (typeof real !== 'function') throw new Error('no SQLite here');
  Object.defineProperty(DatabaseSync.prototype, 'exec', {
    value: function exec(this: DatabaseSync, sql: string): void {
      const held = heldOf(this);
      const at = sql === 'BEGIN IMMEDIATE' ? 'begin' : sql === 'COMMIT' ? 'commit' : null;
      const code = at === null ? null : held.strike(at);
      if (code === null) {
        Reflect.apply(real, this, [sql]);
        // Only after success: a database that another program has locked cannot be asked for its number of changes.
        if (held !== NOBODYS && !held.databases.has(this)) held.databases.set(this, null);
        return;
      }
      if (at === 'commit') Reflect.apply(real, this, ['ROLLBACK']);
      throw Object.assign(new Error('disk of the simulation'), { code: 'ERR_SQLITE_ERROR', errcode: code });
    },
  });
}

const never: Strike = () => null;
const NOBODYS: Held = { strike: never, databases: new Map() };

function heldOf(database: DatabaseSync): Held {
  const known = ofDatabase.get(database);
  if (known !== undefined) return known;
  const file = database.location() ?? '';
  const held = byProfile.get(dirname(file)) ?? NOBODYS;
  ofDatabase.set(database, held);
  return held;
}

/** SQLite's codes for a full disk and for an I/O error. */
const FULL = 13;
const IO_ERROR = 10;

/** The least by which a write-ahead log grows: a page and its header. */
const FRAME_BYTES = 4_120;

/** The code of the fault that this transaction meets; null if it meets none. */
export function journalFault(chance: Chance, room: Room, at: 'begin' | 'commit'): number | null {
  if (chance.strikes('journal-full')) return FULL;
  if (chance.strikes('journal-error')) return IO_ERROR;
  return at === 'commit' && !room.takes(FRAME_BYTES) ? FULL : null;
}
