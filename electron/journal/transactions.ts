import type { DatabaseSync } from 'node:sqlite';
import { endOfTurn } from '#shared/node/end-of-turn.ts';
import { transaction } from '#shared/node/transaction.ts';
import { type Joined, joinedTransaction } from './joined-transaction.ts';

export type Transactions = {
  /** All of `work` or nothing, durable when this returns. Inside another one it is part of that one. */
  transact<T>(work: () => T): T;
  /**
   * The same, durable when the promise resolves: what is asked for in one turn of the event loop is flushed to the disk
   * together, and one that throws takes none of the others with it. `work` runs later, but in the order of asking.
   */
  join<T>(work: () => T): Promise<T>;
  /** Writes at once what still waits to be joined. */
  flush(): void;
  /** Rings after every commit: "look again". */
  onCommit(ring: () => void): () => void;
  onRollback(forget: () => void): void;
};

/** The journal's transactions, and who wants to know how they ended. */
export function transactions(database: DatabaseSync): Transactions {
  const committed = new Set<() => void>();
  const rolledBack = new Set<() => void>();
  // As long as its callers let it grow: each waits for its own, and each of them has few under way.
  let waiting: Joined[] = [];
  const ringAll = (): void => {
    for (const ring of committed) ring();
  };
  const forgetAll = (): void => {
    for (const forget of rolledBack) forget();
  };
  const outermost = <T>(work: () => T): T => {
    try {
      return transaction(database, work);
    } catch (error) {
      forgetAll();
      throw error;
    }
  };
  const flush = (): void => {
    if (waiting.length === 0) return;
    const members = waiting;
    waiting = [];
    if (joinedTransaction(database, members, forgetAll)) ringAll();
  };
  return {
    transact: (work) => {
      if (database.isTransaction) return work();
      const value = outermost(work);
      ringAll();
      return value;
    },
    join: (work) =>
      new Promise((resolve, reject) => {
        waiting.push({ work, resolve: (value) => resolve(value as ReturnType<typeof work>), reject });
        if (waiting.length === 1) endOfTurn(flush);
      }),
    flush,
    onCommit: (ring) => {
      committed.add(ring);
      return () => committed.delete(ring);
    },
    onRollback: (forget) => {
      rolledBack.add(forget);
    },
  };
}
