import type { Semaphore } from '#shared/async/semaphore.ts';
import type { Clock, Log } from '#shared/ports/world.ts';
import type { CopiesAhead } from '#shared/ports/copies-ahead.ts';
import type { FileReader } from '#shared/ports/file-reader.ts';
import type { Files } from '#shared/ports/files.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { EnqueueDeps } from '../take-up.ts';
import type { IntakeStore } from '../store.ts';
import type { RereadMeter } from './sweep.ts';
import type { Folder, FolderState } from '#shared/domain/folder/folder.ts';
import type { FileIdentity } from '#shared/domain/folder/same-folder.ts';

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
  /** `watching`, `misplaced` or `unfinished` has another answer. */
  readonly listening: () => void;
  readonly stop: Stop;
};

/** What the loop of one folder works with; its `reads` are its own, so that a disk that hangs holds up no other folder. */
export type FolderDeps = SharedFolderDeps & { readonly reads: Semaphore };

type FolderReportDeps = { readonly clock: Clock; readonly store: Pick<IntakeStore, 'swept'>; readonly sweepEveryMs: number };

/** Reports a folder's state to the journal. Each report is a durable commit, so an unchanged state is written at most once per sweep interval. */
export class FolderReport {
  readonly #by: FolderReportDeps;
  #last: { readonly state: FolderState; readonly withIdentity: boolean; readonly atMs: number } | null = null;

  constructor(deps: FolderReportDeps) {
    this.#by = deps;
  }

  async tell(folder: Folder, state: FolderState, identity: FileIdentity | null): Promise<void> {
    const { clock, store, sweepEveryMs } = this.#by;
    const before = this.#last;
    const nowMs = clock.monotonicMs();
    // A more complete identity can wait for the next report.
    const withIdentity = identity !== null || folder.identity !== null;
    if (before !== null && before.state === state && before.withIdentity === withIdentity && nowMs - before.atMs < sweepEveryMs) return;
    await store.swept(folder.id, { state, identity, at: clock.wallMs() });
    this.#last = { state, withIdentity, atMs: nowMs };
  }
}
