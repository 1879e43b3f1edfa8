import type { DatabaseSync } from 'node:sqlite';

/** One piece of work of many that share a commit; told how it ended when the commit is on the disk, and not before. */
export type GroupCommit = {
  readonly work: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Several pieces of work in one durable commit, each in a savepoint of its own: one that throws is undone alone. `forget`
 * is called whenever something was undone. True when something was committed.
 */
export function groupCommit(database: DatabaseSync, members: readonly GroupCommit[], forget: () => void): boolean {
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
    return false;
  }
  for (const one of tell) one();
  return done > 0;
}

/** Throws when the failure was not this piece's own, but took the whole transaction with it. */
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
