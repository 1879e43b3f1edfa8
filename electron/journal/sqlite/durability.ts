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
