import type { Folder, FolderState } from '#shared/domain/folder/folder.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { FileIdentity } from '#shared/domain/folder/same-folder.ts';
import type { IntakeStore } from '../store.ts';

export type FolderReportDeps = { readonly clock: Clock; readonly store: Pick<IntakeStore, 'swept'>; readonly sweepEveryMs: number };

/** Reports a folder's state to the journal. Each report is a durable commit, so an unchanged state is written at most once per sweep interval. */
export class FolderReport {
  readonly #by: FolderReportDeps;
  #last: { readonly state: FolderState; readonly withIdentity: boolean; readonly atMs: number } | null = null;

  constructor(by: FolderReportDeps) {
    this.#by = by;
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
