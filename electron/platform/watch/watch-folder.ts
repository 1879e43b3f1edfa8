import { StopSource } from '#shared/async/stop-source.ts';
import { throttle, type Throttled } from '#shared/async/single-flight.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { nodeClock } from '#shared/node/clock.ts';
import type { Watch, WatchRing } from '#shared/ports/files.ts';
import { type TreeWatcher, type TreeWatcherEvents, watchTreeByInotify } from './inotify-tree-watcher.ts';
import { isOnShare } from '../volumes/mount-table.ts';
import type { FSWatcher } from 'chokidar';
import { DEPTH_MAX } from '#shared/domain/folder/folder-depth.ts';
import { codeOf } from '#shared/node/code-of.ts';

/** A burst of a thousand events rings once or twice: the first at once, the last after this pause. */
const PAUSE_MS = 10;
/** The system has run out of watches or open files for the folder or a part of it: then it is not watched at all. */
const EXHAUSTED: ReadonlySet<string> = new Set(['ENOSPC', 'EMFILE', 'ENFILE']);
/** Another program may have released some. Trying again costs a walk over the folder. */
const LISTEN_AGAIN_MS = 10 * MINUTE_MS;

/**
 * A doorbell for one folder and everything below it. What an event says is ignored; only its occurrence counts. If watches run out, it
 * reports `lost` and stops: sweeps must do, and it tries again later. `others` are mount points of other disks, which may hang and are not
 * watched. Never throws.
 */
export function watchFolder(path: string, ring: WatchRing, others: Others = () => NONE): Watch {
  if (process.platform !== 'win32') return new FolderWatcher(path, ring, others);
  return new WatchUnlessShare(path, ring, { isOnShare, listen: (at, tell) => new FolderWatcher(at, tell, others) });
}

type Others = () => ReadonlySet<string>;
const NONE: ReadonlySet<string> = new Set();

const clock = nodeClock();

class FolderWatcher implements Watch {
  readonly #path: string;
  readonly #others: Others;
  readonly #ring: WatchRing;
  readonly #stop = new StopSource();
  readonly #changed: Throttled;
  #watcher: TreeWatcher | null = null;
  #closing: Promise<void> = Promise.resolve();
  #later: NodeJS.Timeout | null = null;
  #isLost = false;
  #closed = false;

  constructor(path: string, ring: WatchRing, others: Others) {
    this.#path = path;
    this.#others = others;
    this.#ring = ring;
    this.#changed = throttle({ clock, everyMs: PAUSE_MS, edge: 'leading', stop: this.#stop }, () => ring({ kind: 'look' }));
    this.#listen();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stop.abort();
    if (this.#later !== null) clearTimeout(this.#later);
    await Promise.all([this.#closing, this.#watcher?.close()]);
  }

  #listen(): void {
    let broken = false;
    this.#watcher = begunOrNot(this.#path, {
      others: this.#others,
      heard: () => this.#changed.call(),
      ready: () => {
        // Changes while it was getting ready went unnoticed.
        this.#changed.call();
        if (!broken) this.#onWatcherRestored();
      },
      failed: (code) => {
        this.#changed.call();
        if (broken || this.#closed) return;
        broken = true;
        this.#onWatcherLost(code);
      },
    });
    if (this.#watcher === null) this.#onWatcherLost('THROWN');
  }

  #onWatcherRestored(): void {
    if (!this.#isLost || this.#closed) return;
    this.#isLost = false;
    this.#ring({ kind: 'restored' });
  }

  #onWatcherLost(code: string): void {
    if (!this.#isLost) this.#ring({ kind: 'lost', code });
    this.#isLost = true;
    if (this.#watcher !== null && !EXHAUSTED.has(code)) return;
    // A partly watched folder would look like a fully watched one.
    if (this.#watcher !== null) this.#closing = this.#watcher.close();
    this.#watcher = null;
    this.#later = setTimeout(() => {
      if (!this.#closed) this.#listen();
    }, LISTEN_AGAIN_MS).unref();
  }
}

function begunOrNot(path: string, tells: TreeWatcherEvents): TreeWatcher | null {
  try {
    return process.platform === 'linux' ? watchTreeByInotify(path, tells) : watchTreeByChokidar(path, tells);
  } catch {
    // Whatever the error: sweeps find what the watcher would have reported.
    return null;
  }
}

/**
 * For Windows and macOS, whose watchers have traps of their own. What an event says is ignored; only its occurrence counts. The library is
 * loaded here, since Linux does not need it.
 */
export function watchTreeByChokidar(path: string, tells: TreeWatcherEvents): TreeWatcher {
  const watching = startWatcher(path, tells).catch((error: unknown) => tells.failed(codeOf(error)));
  return { close: async () => (await watching)?.close() };
}

async function startWatcher(path: string, { heard, ready, failed }: TreeWatcherEvents): Promise<FSWatcher> {
  const { watch } = await import('chokidar');
  const watcher = watch(path, {
    backend: 'auto',
    ignoreInitial: true,
    followSymlinks: false,
    // Otherwise it would suppress names that look like an editor's, and delay events for replaced files.
    atomic: false,
    ignorePermissionErrors: true,
    depth: DEPTH_MAX,
  });
  watcher.on('all', heard).on('ready', ready);
  watcher.on('error', (error: unknown) => failed(codeOf(error)));
  return watcher;
}

type WatchUnlessShareDeps = {
  /** Null while the folder is missing. */
  readonly isOnShare: (path: string) => Promise<boolean | null>;
  readonly listen: (path: string, ring: WatchRing) => Watch;
};

/** Windows connects drives some time after the user has logged in. One system call per interval, until the folder is there. */
const LOOK_AGAIN_MS = 5_000;

/**
 * Windows: a folder on another computer is not watched. Many servers report no changes, or only some, without an error; and a watched folder
 * is held open on the server, so that nobody can rename a folder above it.
 */
export class WatchUnlessShare implements Watch {
  readonly #path: string;
  readonly #ring: WatchRing;
  readonly #by: WatchUnlessShareDeps;
  #watch: Watch | null = null;
  #later: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(path: string, ring: WatchRing, deps: WatchUnlessShareDeps) {
    this.#path = path;
    this.#ring = ring;
    this.#by = deps;
    void this.#begin();
  }

  /** Does not wait for a pending call: the server may be gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#later !== null) clearTimeout(this.#later);
    await this.#watch?.close();
  }

  async #begin(): Promise<void> {
    const isShare = await this.#by.isOnShare(this.#path);
    if (this.#isClosed) return;
    if (isShare === null) this.#later = setTimeout(() => void this.#begin(), LOOK_AGAIN_MS).unref();
    else if (isShare) this.#ring({ kind: 'share' });
    else this.#watch = this.#by.listen(this.#path, this.#ring);
  }
}
