import type { Watching } from '#shared/domain/folder/folder.ts';
import type { FolderId } from '#shared/domain/ids.ts';
import type { Files, Watch } from '#shared/ports/files.ts';
import type { Log } from '#shared/ports/world.ts';
import { QUICK_MS, type Waits } from '#shared/domain/folder/waits.ts';
import type { Fresh } from './sweep.ts';

export type FolderWatchDeps = { readonly files: Pick<Files, 'watch'>; readonly log: Log; readonly listening: () => void };

/** How one folder learns of changes in it. A watcher is only a convenience: if it cannot be created, or breaks, the sweeps remain. */
export class FolderWatch {
  readonly #id: FolderId;
  readonly #by: FolderWatchDeps;
  #watching: Watching = 'events';

  constructor(id: FolderId, deps: FolderWatchDeps) {
    this.#id = id;
    this.#by = deps;
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

/** The window names a file just before it is found. */
const NAMED_MAX = 1_000;

/** How new files of one folder came: those that were moved there, or that the window put there, are whole (C51). */
export class Arrivals {
  /** Of the last look: what programs were still writing under another name, by inode. */
  #unfinished: ReadonlySet<number> = new Set();
  readonly #put = new Set<string>();

  /** The window is about to put a whole file there. */
  putWhole(relativePath: string): void {
    if (this.#put.size >= NAMED_MAX) this.#put.clear();
    this.#put.add(relativePath);
  }

  /**
   * Whether nobody has written the file since it is where it is: at the last look it had the name of a file that is being written, or it had been quiet for
   * long when it was moved. Both times are of one clock, the disk's. A folder whose scanner writes page after page may get each page like that, and one that a user has set waits as it is set.
   */
  isWhole({ relativePath, pair, kind, special, isNew }: Fresh, { kind: waits }: Waits): boolean {
    const isPut = this.#put.delete(relativePath);
    if (isPut && isNew) return true;
    if (!isNew || kind !== 'file' || special !== null || waits === 'pages' || waits === 'chosen') return false;
    return this.#unfinished.has(pair.inode ?? Number.NaN) || pair.changedAt - pair.modifiedAt >= QUICK_MS;
  }

  /** What a look has seen under the names of unfinished files. */
  looked(unfinished: ReadonlySet<number>): void {
    this.#unfinished = unfinished;
  }
}
