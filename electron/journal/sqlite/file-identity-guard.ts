import type { DatabaseSync } from 'node:sqlite';
import type { DatabasePath } from '../../platform/sqlite/database-path.ts';
import { type DiskHealthReporter, MOVED } from './disk-health-reporter.ts';
import type { GroupCommit } from './group-commit.ts';

type GuardDeps = { readonly health: DiskHealthReporter; readonly emptyLog: () => boolean };

export type FileIdentityGuard = ReturnType<typeof fileIdentityGuard>;

/**
 * What is written to deleted or moved files is lost at the end of the process, so nothing is written until they are back. If only the log
 * is gone, its content is first copied into the database, which is still in place.
 */
export function fileIdentityGuard(database: DatabaseSync, place: () => DatabasePath, { health, emptyLog }: GuardDeps) {
  let wasInPlace = true;
  let isBroughtIn = false;
  const isInPlace = (): boolean => {
    const found = place();
    const is = found === 'there';
    isBroughtIn = found === 'no-log' && (isBroughtIn || emptyLog());
    if (is === wasInPlace) return is;
    wasInPlace = is;
    if (is) health.good();
    else health.bad(moved());
    return is;
  };
  return {
    isInPlace,
    /** Throws the error that SQLite would throw. */
    check(): void {
      if (!isInPlace()) throw moved();
    },
    /** False if all of them were rejected. */
    admits(members: readonly GroupCommit[]): boolean {
      // A flush may run after the journal was closed; at the end of a turn nobody could catch what SQLite throws then.
      const fault = database.isOpen ? (isInPlace() ? null : moved()) : new Error('the journal is closed');
      if (fault !== null) for (const { reject } of members) reject(fault);
      return fault === null;
    },
  };
}

function moved(): Error {
  return Object.assign(new Error('the journal is not in its place'), { errcode: MOVED });
}
