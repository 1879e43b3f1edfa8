import type { Folder } from '#shared/domain/folder/folder.ts';
import { FETCH_LATE } from '#shared/domain/folder/unreadable.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { answerOf, untilEnded } from '../answer-of.ts';
import type { FolderDeps } from '../folder/folder-deps.ts';
import type { FolderIdentityCheck } from '../folder/folder-identity-check.ts';
import type { Due, DueAt, Pending } from '../pending.ts';
import type { Enqueued } from '../store.ts';
import { type Found, takeUp, type TakenUp } from '../take-up.ts';

/** Failure code: the file was read but is incomplete. */
const INCOMPLETE = 'INCOMPLETE';

export type FetchRequest = {
  readonly folder: Folder;
  readonly pending: Pending;
  readonly place: Pick<FolderIdentityCheck, 'isStill'>;
  readonly enqueue: (file: Due, found: Found) => Promise<Enqueued>;
  readonly at: DueAt;
  /** Called when the report on the folder's files has changed. */
  readonly news: () => void;
};

/** Fetches placeholders, one file at a time among all folders, while the folder's loop goes on. */
export class FetchQueue {
  readonly #by: FolderDeps;
  #under: Promise<void> | null = null;

  constructor(deps: FolderDeps) {
    this.#by = deps;
  }

  /** Resolves when the current fetch has ended; soon after `stop`. */
  async ended(): Promise<void> {
    await this.#under;
  }

  /** Starts the next fetch unless one is running; returns when there may be another, in monotonic milliseconds. */
  step(of: FetchRequest): number {
    if (this.#under !== null) return Number.POSITIVE_INFINITY;
    const file = of.pending.dueFetch(of.at);
    if (file === null) return of.pending.nextFetchAtMs(of.at);
    this.#under = this.#inTurn(file, of).finally(() => {
      this.#under = null;
      of.news();
    });
    return Number.POSITIVE_INFINITY;
  }

  async #inTurn(file: Due, of: FetchRequest): Promise<void> {
    const { fetches, stop, log } = this.#by;
    const release = await fetches.acquire();
    try {
      if (!stop.aborted) await this.#bring(file, of);
    } catch (error) {
      // As with a round that breaks, the others go on, and this file is tried again.
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'none';
      if (!stop.aborted) log.error('a fetch from the cloud broke', { folderId: of.folder.id, code });
      of.pending.fetchFailed(file.relativePath, code, this.#by.clock.monotonicMs());
    } finally {
      release();
      of.pending.fetching(null);
    }
  }

  async #bring(file: Due, of: FetchRequest): Promise<void> {
    const { pending, place, folder } = of;
    // Since the last sweep another disk may have been mounted there, with a file of the same name.
    const still = await answerOf(place.isStill(folder.path), this.#by);
    if (still.kind === 'late' || !still.value || this.#by.stop.aborted) return;
    pending.fetching(file.relativePath);
    of.news();
    const taken = await takeUp(folder, file, this.#by, 'fetch');
    if (!this.#by.stop.aborted) await this.#came(file, taken, of);
  }

  async #came(file: Due, taken: TakenUp, { pending, enqueue, news }: FetchRequest): Promise<void> {
    const nowMs = this.#by.clock.monotonicMs();
    switch (taken.kind) {
      case 'inspected':
        await enqueue(file, taken);
        return pending.done(file.relativePath);
      case 'hindered':
        pending.fetchFailed(file.relativePath, taken.by === 'unreadable' ? taken.code : INCOMPLETE, nowMs);
        // The content has arrived: from now on the file settles like any other.
        if (taken.by === 'unfinished') pending.hindered(file, taken.by, { nowMs, isSendable: taken.asItIs !== null });
        return;
      case 'in-cloud':
        return pending.fetchFailed(file.relativePath, taken.code, nowMs);
      case 'changed':
        return pending.changed(file, taken.pair, nowMs);
      case 'gone':
        return pending.gone(file.relativePath);
      case 'late':
        pending.fetchFailed(file.relativePath, FETCH_LATE, nowMs);
        pending.fetching(null);
        news();
        // The system may still be fetching it, and only one file may be fetched at a time.
        return untilEnded(taken.ended, this.#by);
      default:
        return unreachable(taken);
    }
  }
}
