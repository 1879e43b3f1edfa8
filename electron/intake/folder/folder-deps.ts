import type { Semaphore } from '#shared/async/semaphore.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { CopiesAhead } from '#shared/ports/copies-ahead.ts';
import type { FileReader } from '#shared/ports/file-reader.ts';
import type { Files } from '#shared/ports/files.ts';
import type { Log } from '#shared/ports/log.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { EnqueueDeps } from '../enqueue.ts';
import type { IntakeStore } from '../store.ts';
import type { RereadMeter } from './reread-meter.ts';

/** What the loops of all folders share. */
export type SharedFolderDeps = {
  readonly clock: Clock;
  readonly files: Files;
  readonly log: Log;
  readonly reader: FileReader;
  readonly store: IntakeStore;
  readonly copies: CopiesAhead;
  readonly enqueued: EnqueueDeps['enqueued'];
  /** One file at a time is fetched from a cloud, among all folders. */
  readonly fetches: Semaphore;
  readonly meter: RereadMeter;
  readonly sweepEveryMs: number;
  /** `watching`, `strays` or `unfinished` has another answer. */
  readonly listening: () => void;
  readonly stop: Stop;
};

/** What the loop of one folder works with; its `reads` are its own, so that a disk that hangs holds up no other folder. */
export type FolderDeps = SharedFolderDeps & { readonly reads: Semaphore };
