import { DatabaseSync } from 'node:sqlite';
import { sep } from 'node:path';

/** Asked at every BEGIN and COMMIT of a journal; a number is the code that SQLite gives (10 an I/O error, 13 a full disk). */
type Strike = (at: 'begin' | 'commit') => number | null;

const byProfile = new Map<string, Strike>();
const ofDatabase = new WeakMap<DatabaseSync, Strike>();
let patched = false;

/**
 * Lets the transactions of one profile's journal fail as a sick disk makes them fail. SQLite itself stays real: a failed
 * COMMIT has been rolled back, by SQLite, when the engine hears of it. Returns how to end it.
 */
export function strikeJournal(profile: string, strike: Strike): () => void {
  patch();
  byProfile.set(profile, strike);
  return () => byProfile.delete(profile);
}

function patch(): void {
  if (patched) return;
  patched = true;
  const real: unknown = Reflect.get(DatabaseSync.prototype, 'exec');
  if (typeof real !== 'function') throw new Error('no SQLite here');
  Object.defineProperty(DatabaseSync.prototype, 'exec', {
    value: function exec(this: DatabaseSync, sql: string): void {
      const at = sql === 'BEGIN IMMEDIATE' ? 'begin' : sql === 'COMMIT' ? 'commit' : null;
      const code = at === null ? null : (strikeOf(this)?.(at) ?? null);
      if (code === null) {
        Reflect.apply(real, this, [sql]);
        return;
      }
      if (at === 'commit') Reflect.apply(real, this, ['ROLLBACK']);
      throw Object.assign(new Error('disk of the simulation'), { code: 'ERR_SQLITE_ERROR', errcode: code });
    },
  });
}

const NEVER: Strike = () => null;

function strikeOf(database: DatabaseSync): Strike {
  const known = ofDatabase.get(database);
  if (known !== undefined) return known;
  const file = database.location() ?? '';
  const strike = byProfile.get(file.slice(0, file.lastIndexOf(sep))) ?? NEVER;
  ofDatabase.set(database, strike);
  return strike;
}
