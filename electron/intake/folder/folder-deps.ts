import type { Semaphore } from '#shared/async/semaphore.ts';
import type { Files } from '#shared/ports/files.ts';
import type { Log } from '#shared/ports/log.ts';
import type { RecheckDeps } from './recheck.ts';
import type { IntakeStore } from '../store.ts';
import type { TakeUpDeps } from '../take-up.ts';

/** Dependencies of a folder's loop. */
export type FolderDeps = TakeUpDeps & {
  readonly files: Files;
  readonly store: IntakeStore;
  /** Shared by all folders, so that only one file at a time is fetched from a cloud. */
  readonly fetches: Semaphore;
  readonly meter: RecheckDeps['meter'];
  readonly log: Log;
  readonly sweepEveryMs: number;
  readonly waitForCapacity?: (() => Promise<unknown> | null) | undefined;
  /** Called when something that the loop reports has changed. */
  readonly listening: () => void;
};
