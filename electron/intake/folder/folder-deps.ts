import type { Semaphore } from '#shared/async/semaphore.ts';
import type { Files } from '#shared/ports/files.ts';
import type { Log } from '#shared/ports/log.ts';
import type { RecheckDeps } from './recheck.ts';
import type { IntakeStore } from '../store.ts';
import type { TakeUpDeps } from '../take-up.ts';

/** What the loop of one folder works with. */
export type FolderDeps = TakeUpDeps & {
  readonly files: Files;
  readonly store: IntakeStore;
  /** One file at a time is fetched from a cloud, among all folders. */
  readonly fetches: Semaphore;
  readonly meter: RecheckDeps['meter'];
  readonly log: Log;
  readonly sweepEveryMs: number;
  readonly waitForCapacity?: (() => Promise<unknown> | null) | undefined;
  /** What can be asked of it has another answer. */
  readonly listening: () => void;
};
