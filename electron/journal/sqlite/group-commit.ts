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

/**
 * Who brings commits to the disk. SQLite itself does it within COMMIT, on the event loop; `ownFlushes` does it on a thread of its own, where a
 * commit is told to nobody before its flush has ended.
 */
export type Durability = {
  /** Before a transaction begins; throws the disk's error if nothing may be written now. */
  beforeWrite(): void;
  /** After a commit that has to be durable when this returns. Throws if that is not known; `landed` is called if it turns out later that it is. */
  now(landed: () => void): void;
  /** After a commit: calls `durable` once it is on the disk, at once or later. It is never called for a commit whose fate is not known. */
  later(durable: () => void): void;
  /** Calls `act` once everything that is committed now is on the disk; at once if it is. */
  whenDurable(act: () => void): void;
  /** Whether a commit waits for its flush, or the log is being moved into the database; `onFree` rings when that has ended. */
  isBusy(): boolean;
  onFree(ring: () => void): void;
  /** Moves the log into the database and empties it; false if the disk does not allow it now. */
  emptyLog(): boolean;
  /** Before the database is closed: everything that was committed is on the disk, or nothing is closed (false). */
  end(): boolean;
  /** After the database was closed. */
  ended(): void;
};
