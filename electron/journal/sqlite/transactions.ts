import type { DatabaseSync } from 'node:sqlite';
import { Emitter } from '#shared/async/emitter.ts';
import type { DiskFault } from '#shared/domain/disk.ts';
import type { DatabasePath } from '../../platform/sqlite/database-path.ts';
import { endOfTurn } from '#shared/node/end-of-turn.ts';
import type { FlushScheduler } from '../../platform/sqlite/flush-scheduler.ts';
import { transaction } from '#shared/node/sqlite/transaction.ts';
import { DiskHealthReporter } from './disk-health-reporter.ts';
import { type GroupCommit, groupCommit } from './group-commit.ts';
import { fileIdentityGuard } from './file-identity-guard.ts';

export type Transactions = {
  /** Commits all of `work` or none of it; durable on return. Inside another transaction it is part of that one. */
  transact<T>(work: () => T): T;
  /**
   * The same, durable when the promise resolves. The calls of one turn of the event loop, or of as long as `gather` decides, are flushed to
   * the disk together, and one that throws undoes only its own writes. `work` runs later, in the order of the calls.
   */
  join<T>(work: () => T): Promise<T>;
  /** Immediately writes what still waits to be joined. */
  flush(): void;
  /** Rings after every commit: "look again". */
  onCommit(ring: () => void): () => void;
  onRollback(forget: () => void): void;
  /** Reports the outcome of each transaction: the disk's fault, or null on success. */
  onDisk(tell: (fault: DiskFault | null) => void): void;
  /** Whether our files are still in place; every transaction checks this first. The finding is reported as by `onDisk`. */
  isInPlace(): boolean;
};

/** The journal's transactions, and the listeners to their outcomes. */
export function transactions(database: DatabaseSync, place: () => DatabasePath, scheduleFlush: FlushScheduler = endOfTurn): Transactions {
  const committed = new Emitter();
  const rolledBack = new Emitter();
  const health = new DiskHealthReporter();
  // Bounded by its callers: each waits for its own writes and has few under way.
  let waiting: GroupCommit[] = [];
  const guard = fileIdentityGuard(database, place, health);
  const outermost = <T>(work: () => T): T => {
    try {
      guard.check();
      const value = transaction(database, work);
      health.good();
      return value;
    } catch (error) {
      rolledBack.emit();
      health.bad(error);
      throw error;
    }
  };
  const flush = (): void => {
    if (waiting.length === 0) return;
    const members = waiting.map((member) => health.at(member));
    waiting = [];
    if (!guard.admits(members)) return rolledBack.emit();
    if (!groupCommit(database, members, () => rolledBack.emit())) return;
    health.good();
    committed.emit();
  };
  return {
    transact: (work) => {
      if (database.isTransaction) return work();
      const value = outermost(work);
      committed.emit();
      return value;
    },
    join: (work) =>
      new Promise((resolve, reject) => {
        waiting.push({ work, resolve: (value) => resolve(value as ReturnType<typeof work>), reject });
        if (waiting.length === 1) scheduleFlush(flush);
      }),
    flush,
    onCommit: committed.subscribe,
    onRollback: rolledBack.subscribe,
    onDisk: (tell) => health.onChange(tell),
    isInPlace: guard.isInPlace,
  };
}
