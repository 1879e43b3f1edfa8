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
