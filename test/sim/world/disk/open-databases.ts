import { DatabaseSync } from 'node:sqlite';

/** Of this thread, those that were given something to do since the last `closeDatabases`. */
const used = new Set<DatabaseSync>();
let patched = false;

/** From now on it is known which databases are open: a program that is killed never closes its own. */
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

/** At the end of a run, as a system does it for programs that are gone: Windows removes no folder in which a file is open. */
export function closeDatabases(): void {
  for (const database of used) if (database.isOpen) database.close();
  used.clear();
}
