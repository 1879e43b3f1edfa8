import type { DatabaseSync } from 'node:sqlite';
import { endOfTurn } from '#shared/node/end-of-turn.ts';
import type { DiskHealthReporter } from './disk-health-reporter.ts';
import type { Durability } from './durability.ts';
import type { FileIdentityGuard } from './file-identity-guard.ts';
import { type GroupCommit, groupCommit } from './group-commit.ts';

export type JoinedWritesDeps = {
  readonly database: DatabaseSync;
  readonly durability: Durability;
  readonly guard: FileIdentityGuard;
  readonly health: DiskHealthReporter;
  readonly committed: () => void;
  readonly rolledBack: () => void;
};

export type JoinedWrites = {
  join<T>(work: () => T): Promise<T>;
  /** Immediately writes what still waits. */
  write(): void;
};

/** Writes that share a commit: those of one turn of the event loop, and all that come while the disk is busy with the commit before. */
export function joinedWrites({ database, durability, guard, health, committed, rolledBack }: JoinedWritesDeps): JoinedWrites {
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
