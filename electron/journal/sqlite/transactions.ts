import type { DatabaseSync } from 'node:sqlite';
import { Emitter } from '#shared/async/emitter.ts';
import type { DiskFault } from '#shared/domain/disk.ts';
import type { DatabasePath } from '../../platform/sqlite/database-path.ts';
import { transaction } from '#shared/node/sqlite/open-database.ts';
import { type Durability, type GroupCommit, groupCommit } from './group-commit.ts';
import { playLog } from '../../platform/sqlite/play-log.ts';
import { endOfTurn } from '#shared/node/clock.ts';
import { diskFaultOf } from './disk-fault.ts';

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

/** SQLite flushes within each COMMIT (`synchronous=FULL`): a commit is on the disk when it returns. */
function sqliteFlushes(database: DatabaseSync): Durability {
  return {
    beforeWrite: () => undefined,
    now: () => undefined,
    later: (durable) => durable(),
    whenDurable: (act) => act(),
    isBusy: () => false,
    onFree: () => undefined,
    emptyLog: () => playLog(database),
    end: () => true,
    ended: () => undefined,
  };
}

type JoinedWritesDeps = {
  readonly database: DatabaseSync;
  readonly durability: Durability;
  readonly guard: FileIdentityGuard;
  readonly health: DiskHealthReporter;
  readonly committed: () => void;
  readonly rolledBack: () => void;
};

type JoinedWrites = {
  join<T>(work: () => T): Promise<T>;
  /** Immediately writes what still waits. */
  write(): void;
};

/** Writes that share a commit: those of one turn of the event loop, and all that come while the disk is busy with the commit before. */
function joinedWrites({ database, durability, guard, health, committed, rolledBack }: JoinedWritesDeps): JoinedWrites {
  // Bounded by its callers: each waits for its own writes and has few under way.
  let waiting: GroupCommit[] = [];
  const write = (): void => {
    if (waiting.length === 0) return;
    const members = waiting.map((member) => health.at(member));
    waiting = [];
    if (!guard.admits(members) || !admits(durability, members)) return rolledBack();
    const done = groupCommit(database, members, rolledBack);
    if (done === null) return;
    durability.later(() => {
      health.good();
      done.tell();
      if (done.isChanged) committed();
    });
  };
  const writeSoon = (): void => {
    if (!durability.isBusy()) write();
  };
  durability.onFree(writeSoon);
  return {
    join: (work) =>
      new Promise((resolve, reject) => {
        waiting.push({ work, resolve: (value) => resolve(value as ReturnType<typeof work>), reject });
        if (waiting.length === 1) endOfTurn(writeSoon);
      }),
    write,
  };
}

/** False if nothing may be written now, of which all members were told. */
function admits(durability: Durability, members: readonly GroupCommit[]): boolean {
  try {
    durability.beforeWrite();
    return true;
  } catch (error) {
    for (const { reject } of members) reject(error);
    return false;
  }
}

type GuardDeps = { readonly health: DiskHealthReporter; readonly emptyLog: () => boolean };

type FileIdentityGuard = ReturnType<typeof fileIdentityGuard>;

/**
 * What is written to deleted or moved files is lost at the end of the process, so nothing is written until they are back. If only the log
 * is gone, its content is first copied into the database, which is still in place.
 */
export function fileIdentityGuard(database: DatabaseSync, place: () => DatabasePath, { health, emptyLog }: GuardDeps) {
  let wasInPlace = true;
  let isBroughtIn = false;
  const isInPlace = (): boolean => {
    const found = place();
    const is = found === 'there';
    isBroughtIn = found === 'no-log' && (isBroughtIn || emptyLog());
    if (is === wasInPlace) return is;
    wasInPlace = is;
    if (is) health.good();
    else health.bad(moved());
    return is;
  };
  return {
    isInPlace,
    /** Throws the error that SQLite would throw. */
    check(): void {
      if (!isInPlace()) throw moved();
    },
    /** False if all of them were rejected. */
    admits(members: readonly GroupCommit[]): boolean {
      // A flush may run after the journal was closed; at the end of a turn nobody could catch what SQLite throws then.
      const fault = database.isOpen ? (isInPlace() ? null : moved()) : new Error('the journal is closed');
      if (fault !== null) for (const { reject } of members) reject(fault);
      return fault === null;
    },
  };
}

function moved(): Error {
  return Object.assign(new Error('the journal is not in its place'), { errcode: MOVED });
}

type Tell = (fault: DiskFault | null) => void;

/** SQLITE_READONLY_DBMOVED: the files were deleted, moved or replaced after they were opened. */
const MOVED = 1_032;

/** Reports the disk's answer to every transaction. */
export class DiskHealthReporter {
  #tell: Tell | null = null;

  onChange(tell: Tell): void {
    this.#tell = tell;
  }

  good(): void {
    this.said(null);
  }

  said(fault: DiskFault | null): void {
    this.#tell?.(fault);
  }

  /** Errors that do not concern the disk are not reported. */
  bad(error: unknown): void {
    const isMoved = typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === MOVED;
    const fault = isMoved ? 'gone' : diskFaultOf(error);
    if (fault !== null) this.#tell?.(fault);
  }

  /** The same piece of work, with its failure reported. */
  at(member: GroupCommit): GroupCommit {
    const reject = (error: unknown): void => {
      this.bad(error);
      member.reject(error);
    };
    return { ...member, reject };
  }
}
