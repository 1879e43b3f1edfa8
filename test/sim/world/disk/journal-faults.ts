import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { dirname } from 'node:path';
import { pathMap } from '#test/support/disks/path-map.ts';

/** Asked at every BEGIN and COMMIT of a journal; a number is the code that SQLite gives (10 an I/O error, 13 a full disk). */
type Strike = (at: 'begin' | 'commit') => number | null;

/**
 * What is known of a profile's journal: the databases that have it open, or tried to. Emptied at the end: a statement holds its
 * database for good, so what a database knew of its computer would stay as long.
 */
type Held = { strike: Strike; readonly databases: Map<DatabaseSync, StatementSync | null> };

const byProfile = pathMap<Held>();
const ofDatabase = new WeakMap<DatabaseSync, Held>();
let patched = false;

/**
 * Lets the transactions of one profile's journal fail as a sick disk makes them fail. SQLite itself stays real: a failed
 * COMMIT has been rolled back, by SQLite, when the engine hears of it. Returns how to end it.
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

/** How many rows of this profile's journal were ever changed, undone or not: while it is the same, so is what can be read. */
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
        // Not before: what another program holds cannot even be asked how much of it changed.
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
