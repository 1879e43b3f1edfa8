import { DatabaseSync } from 'node:sqlite';

/** This thread's databases that executed something since the last `closeDatabases`. */
const used = new Set<DatabaseSync>();
let patched = false;

/** From now on open databases are recorded: a killed program never closes its own. */
export function noteDatabases(): void {
  if (patched) return;
  patched = true;
  const real: unknown = Reflect.get(DatabaseSync.prototype, 'exec');
  if (typeof real !== 'function') throw new Error('no SQLite here');
  Object.defineProperty(DatabaseSync.prototype, 'exec', {
    value: function exec(this: DatabaseSync, sql: string): void {
      used.add(this);
      Reflect.apply(real, this, [sql]);
    },
  });
}

/** Closes at the end of a run what the system would close for dead programs: Windows removes no folder with an open file in it. */
export function closeDatabases(): void {
  for (const database of used) if (database.isOpen) database.close();
  used.clear();
}
