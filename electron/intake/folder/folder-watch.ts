import type { Watching } from '#shared/domain/folder/folder.ts';
import type { FolderId } from '#shared/domain/ids.ts';
import type { Files, Watch } from '#shared/ports/files.ts';
import type { Log } from '#shared/ports/log.ts';

export type FolderWatchDeps = { readonly files: Pick<Files, 'watch'>; readonly log: Log; readonly listening: () => void };

/** How one folder learns of changes in it. A watcher is only a convenience: if it cannot be created, or breaks, the sweeps remain. */
export class FolderWatch {
  readonly #id: FolderId;
  readonly #by: FolderWatchDeps;
  #watching: Watching = 'events';

  constructor(id: FolderId, by: FolderWatchDeps) {
    this.#id = id;
    this.#by = by;
  }

  get watching(): Watching {
    return this.#watching;
  }

  begin(path: string, look: () => void): Watch | null {
    const { files, log } = this.#by;
    try {
      return files.watch(path, (ring) => {
        if (ring.kind === 'restored') this.#now('events');
        if (ring.kind === 'share') this.#now('share');
        if (ring.kind === 'lost') {
          log.warn('a watcher went deaf', { folderId: this.#id, code: ring.code });
          this.#now('polling');
        }
        look();
      });
    } catch {
      log.warn('a watcher broke', { folderId: this.#id });
      this.#now('polling');
      return null;
    }
  }

  #now(watching: Watching): void {
    this.#watching = watching;
    this.#by.listening();
  }
}

/**
 * Minimum gap between two sweeps caused by doorbells. Walking takes at most a fifth of the time, or what it takes without doorbells. The
 * shorter of the last two walks counts, since a single slow one is chance, such as the first after a start, with cold caches.
 */
const GAP_MS_MIN = 10;
const GAP_TIMES = 4;

/** How soon after a sweep a doorbell may cause the next one. */
export class SweepPace {
  gapMs = GAP_MS_MIN;
  #walkedMs = 0;

  walked(milliseconds: number): void {
    this.gapMs = Math.max(GAP_MS_MIN, Math.min(this.#walkedMs, milliseconds) * GAP_TIMES);
    this.#walkedMs = milliseconds;
  }
}
