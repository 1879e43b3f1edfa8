import type { DatabaseSync } from 'node:sqlite';
import type { DatabasePath } from '../../platform/sqlite/database-path.ts';
import { playLog } from '../../platform/sqlite/play-log.ts';
import { type DiskHealthReporter, MOVED } from './disk-health-reporter.ts';
import type { GroupCommit } from './group-commit.ts';

/**
 * What is written to files that were deleted or moved is lost at the end, so nothing is; and it goes on when they are back. What the
 * log holds by then is brought into a database that is still there.
 */
export function fileIdentityGuard(database: DatabaseSync, place: () => DatabasePath, health: DiskHealthReporter) {
  let wasInPlace = true;
  let isBroughtIn = false;
  const isInPlace = (): boolean => {
    const found = place();
    const is = found === 'there';
    isBroughtIn = found === 'no-log' && (isBroughtIn || playLog(database));
    if (is === wasInPlace) return is;
    wasInPlace = is;
    if (is) health.good();
    else health.bad(moved());
    return is;
  };
  return {
    isInPlace,
    /** Throws as SQLite would. */
    check(): void {
      if (!isInPlace()) throw moved();
    },
    /** False where all of them were told no. */
    admits(members: readonly GroupCommit[]): boolean {
      // Asked for after the journal was closed: at the end of a turn nobody could catch what SQLite throws then.
      const fault = database.isOpen ? (isInPlace() ? null : moved()) : new Error('the journal is closed');
      if (fault !== null) for (const { reject } of members) reject(fault);
      return fault === null;
    },
  };
}

function moved(): Error {
  return Object.assign(new Error('the journal is not in its place'), { errcode: MOVED });
}
