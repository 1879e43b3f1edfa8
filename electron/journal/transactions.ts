import type { DatabaseSync } from 'node:sqlite';

export type Transactions = {
  /** All of `work` or nothing, durable when this returns. Inside another one it is part of that one. */
  transact<T>(work: () => T): T;
  /** Rings after every commit: "look again". */
  onCommit(ring: () => void): () => void;
  onRollback(forget: () => void): void;
};

/** One connection, one thread, so a transaction is a function call: nothing else can come in between. */
export function transactions(database: DatabaseSync): Transactions {
  const committed = new Set<() => void>();
  const rolledBack = new Set<() => void>();
  const outermost = <T>(work: () => T): T => {
    database.exec('BEGIN IMMEDIATE');
    try {
      const value = work();
      database.exec('COMMIT');
      return value;
    } catch (error) {
      // A full disk may have ended the transaction already.
      if (database.isTransaction) database.exec('ROLLBACK');
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
