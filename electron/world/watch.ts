import { type FSWatcher, watch } from 'chokidar';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { Watch, WatchRing } from '#shared/ports/files.ts';
import { coalesced } from './coalesced.ts';

/** As deep as a sweep goes; what lies deeper is not ours. */
const DEPTH_MAX = 16;
/** A burst of a thousand events is one ring, or two: the first at once, the last after this pause. */
const PAUSE_MS = 10;
/** The system has no more watches, or no more open files, for the folder or for a part of it: then it is not listened to at all. */
const EXHAUSTED: ReadonlySet<string> = new Set(['ENOSPC', 'EMFILE', 'ENFILE']);
/** Another program may have given some back. Asking costs a walk over the folder. */
const LISTEN_AGAIN_MS = 10 * MINUTE_MS;

/**
 * A doorbell for one folder and all below it. Nothing that chokidar says about files is believed, only that something
 * was said. Without watches it says so and falls silent: sweeps have to do, and it tries to listen again later. Never throws.
 */
export function watchFolder(path: string, ring: WatchRing): Watch {
  return new Ear(path, ring);
}

class Ear implements Watch {
  readonly #path: string;
  readonly #ring: WatchRing;
  readonly #bell: ReturnType<typeof coalesced>;
  #watcher: FSWatcher | null = null;
  #closing: Promise<void> = Promise.resolve();
  #later: NodeJS.Timeout | null = null;
  #deaf = false;
  #closed = false;

  constructor(path: string, ring: WatchRing) {
    this.#path = path;
    this.#ring = ring;
    this.#bell = coalesced(PAUSE_MS, () => ring({ kind: 'look' }));
    this.#listen();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#bell.stop();
    if (this.#later !== null) clearTimeout(this.#later);
    await Promise.all([this.#closing, this.#watcher?.close()]);
  }

  #listen(): void {
    const watcher = begunOrNot(this.#path);
    this.#watcher = watcher;
    if (watcher === null) return this.#fellDeaf('THROWN');
    let broken = false;
    watcher.on('all', this.#bell.ring).on('ready', () => {
      // Because whatever happened while it was getting ready was heard by nobody.
      this.#bell.ring();
      if (!broken) this.#hears();
    });
    watcher.on('error', (error: unknown) => {
      this.#bell.ring();
      if (broken || this.#closed) return;
      broken = true;
      this.#fellDeaf(error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN');
    });
  }

  #hears(): void {
    if (!this.#deaf || this.#closed) return;
    this.#deaf = false;
    this.#ring({ kind: 'hears' });
  }

  #fellDeaf(code: string): void {
    if (!this.#deaf) this.#ring({ kind: 'deaf', code });
    this.#deaf = true;
    if (this.#watcher !== null && !EXHAUSTED.has(code)) return;
    // Half of a folder that is heard would look like all of it.
    if (this.#watcher !== null) this.#closing = this.#watcher.close();
    this.#watcher = null;
    this.#later = setTimeout(() => {
      if (!this.#closed) this.#listen();
    }, LISTEN_AGAIN_MS).unref();
  }
}

function begunOrNot(path: string): FSWatcher | null {
  try {
    return watch(path, {
      backend: 'auto',
      ignoreInitial: true,
      followSymlinks: false,
      // It would keep quiet about names that look like an editor's, and hold back what is replaced.
      atomic: false,
      ignorePermissionErrors: true,
      depth: DEPTH_MAX,
    });
  } catch {
    // Whatever it is: sweeps find what it would have heard.
    return null;
  }
}
