import type { DatabaseSync } from 'node:sqlite';

/** One of several pieces of work that share a commit. Its outcome is reported once the commit is on the disk, not before. */
export type GroupCommit = {
  readonly work: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
};

/** `tell` tells each member its outcome. `isChanged`: something was committed. */
export type GroupOutcome = { readonly isChanged: boolean; readonly tell: () => void };

/**
 * Runs several pieces of work in one commit, each in a savepoint of its own, so that one that throws is undone alone. Calls `forget` whenever
 * something was undone. The outcomes are to be told once the commit is on the disk. Null if the commit failed: then all members were told that.
 */
export function groupCommit(database: DatabaseSync, members: readonly GroupCommit[], forget: () => void): GroupOutcome | null {
  const tell: (() => void)[] = [];
  let done = 0;
  try {
    database.exec('BEGIN IMMEDIATE');
    for (const member of members) {
      const { told, undone } = attempt(database, member);
      tell.push(told);
      if (undone) forget();
      else done += 1;
    }
    database.exec('COMMIT');
  } catch (error) {
    // A full disk may have ended the transaction already.
    if (database.isTransaction) database.exec('ROLLBACK');
    forget();
    for (const { reject } of members) reject(error);
    return null;
  }
  return { isChanged: done > 0, tell: () => tell.forEach((one) => one()) };
}

/** Throws if the failure ended the whole transaction and not just this piece. */
function attempt(database: DatabaseSync, { work, resolve, reject }: GroupCommit): { readonly told: () => void; readonly undone: boolean } {
  database.exec('SAVEPOINT piece');
  try {
    const value = work();
    database.exec('RELEASE piece');
    return { told: () => resolve(value), undone: false };
  } catch (error) {
    if (!database.isTransaction) throw error;
    database.exec('ROLLBACK TO piece; RELEASE piece');
    return { told: () => reject(error), undone: true };
  }
}
