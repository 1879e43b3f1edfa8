import type { DatabaseSync } from 'node:sqlite';
import { Emitter } from '#shared/async/emitter.ts';
import type { DiskFault } from '#shared/domain/disk.ts';
import type { DatabasePath } from '../../platform/sqlite/database-path.ts';
import { transaction } from '#shared/node/sqlite/transaction.ts';
import type { Durability } from './durability.ts';
import { sqliteFlushes } from './sqlite-flushes.ts';
import { DiskHealthReporter } from './disk-health-reporter.ts';
import { joinedWrites } from './joined-writes.ts';
import { fileIdentityGuard } from './file-identity-guard.ts';

export type Transactions = {
  /** Commits all of `work` or none of it; durable on return. Inside another transaction it is part of that one. */
  transact<T>(work: () => T): T;
  /**
   * The same, durable when the promise resolves. The calls of one turn of the event loop, and those that come while a flush is under way, are
   * written together, and one that throws undoes only its own writes. `work` runs later, in the order of the calls.
   */
  join<T>(work: () => T): Promise<T>;
  /** Calls `act` once everything that is committed now is on the disk; at once if it is. Before that, nobody outside may be told of it. */
  whenDurable(act: () => void): void;
  /** Moves the log into the database and frees its disk space; false if the disk does not allow that now. */
  emptyLog(): boolean;
  /** Writes what still waits, and closes the database. It stays open if the disk has not taken what was written last. */
  close(): void;
  /** Rings when a commit is on the disk: "look again". */
  onCommit(ring: () => void): () => void;
  onRollback(forget: () => void): void;
  /** Reports the outcome of each transaction: the disk's fault, or null on success. */
  onDisk(tell: (fault: DiskFault | null) => void): void;
  /** Whether our files are still in place; every transaction checks this first. The finding is reported as by `onDisk`. */
  isInPlace(): boolean;
};

/** The journal's transactions, and the listeners to their outcomes. `durabilityOf`: who brings commits to the disk; by default SQLite itself. */
export function transactions(
  database: DatabaseSync,
  place: () => DatabasePath,
  durabilityOf: (said: (fault: DiskFault | null) => void) => Durability = () => sqliteFlushes(database),
): Transactions {
  const committed = new Emitter();
  const rolledBack = new Emitter();
  const health = new DiskHealthReporter();
  const durability = durabilityOf((fault) => health.said(fault));
  const guard = fileIdentityGuard(database, place, { health, emptyLog: () => durability.emptyLog() });
  const joined = joinedWrites({ database, durability, guard, health, committed: committed.emit, rolledBack: rolledBack.emit });
  const commit = <T>(work: () => T): T => {
    try {
      guard.check();
      durability.beforeWrite();
      return transaction(database, work);
    } catch (error) {
      rolledBack.emit();
      health.bad(error);
      throw error;
    }
  };
  const landed = (): void => {
    health.good();
    committed.emit();
  };
  return {
    transact: (work) => {
      if (database.isTransaction) return work();
      const value = commit(work);
      durability.now(landed);
      landed();
      return value;
    },
    join: (work) => joined.join(work),
    whenDurable: (act) => durability.whenDurable(act),
    emptyLog: () => guard.isInPlace() && durability.emptyLog(),
    close: () => {
      joined.write();
      if (!durability.end()) return;
      database.close();
      durability.ended();
    },
    onCommit: committed.subscribe,
    onRollback: rolledBack.subscribe,
    onDisk: (tell) => health.onChange(tell),
    isInPlace: guard.isInPlace,
  };
}
