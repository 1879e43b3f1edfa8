import type { DatabaseSync } from 'node:sqlite';
import { playLog } from '../../platform/sqlite/play-log.ts';
import type { Durability } from './durability.ts';

/** SQLite flushes within each COMMIT (`synchronous=FULL`): a commit is on the disk when it returns. */
export function sqliteFlushes(database: DatabaseSync): Durability {
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
