import type { DatabaseSync } from 'node:sqlite';
import { transaction } from '#shared/node/transaction.ts';

export type Transactions = {
  /** All of `work` or nothing, durable when this returns. Inside another one it is part of that one. */
  transact<T>(work: () => T): T;
  /** Rings after every commit: "look again". */
  onCommit(ring: () => void): () => void;
  onRollback(forget: () => void): void;
};

/** The journal's transactions, and who wants to know how they ended. */
export function transactions(database: DatabaseSync): Transactions {
  const committed = new Set<() => void>();
  const rolledBack = new Set<() => void>();
  const outermost = <T>(work: () => T): T => {
    try {
      return transaction(database, work);
    } catch (error) {
      for (const forget of rolledBack) forget();
      throw error;
    }
  };
  return {
    transact: (work) => {
      if (database.isTransaction) return work();
      const value = outermost(work);
      for (const ring of committed) ring();
      return value;
    },
    onCommit: (ring) => {
      committed.add(ring);
      return () => committed.delete(ring);
    },
    onRollback: (forget) => {
      rolledBack.add(forget);
    },
  };
}
