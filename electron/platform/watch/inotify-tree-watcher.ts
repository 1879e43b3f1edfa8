import { type FSWatcher, watch } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { DEPTH_MAX } from '#shared/domain/folder/folder-depth.ts';
import { codeOf } from '#shared/node/code-of.ts';

/** Interval to look for a folder that went away; a look is one system call. */
const LOST_LOOK_MS = 1_000;
/** The place is missing, or may not be watched: the rest of the folder is watched all the same. */
const PASSED_BY: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP']);

type FolderWatcher = { readonly watcher: FSWatcher; readonly depth: number };

/**
 * Linux: one inotify watch for each folder, and none for a file. The folder's watch reports what happens to its files, so ten thousand of
 * them cost nothing (docs/decisions/0028).
 */
export function watchTreeByInotify(path: string, tells: TreeWatcherEvents): TreeWatcher {
  return new InotifyTree(path, tells);
}

class InotifyTree implements TreeWatcher {
  readonly #root: string;
  readonly #tells: TreeWatcherEvents;
  readonly #watchers = new Map<string, FolderWatcher>();
  /** Paths that appeared or disappeared, and may be folders. They are checked one by one, so that a burst of files takes only one thread. */
  readonly #doubtful = new Set<string>();
  #looking: Promise<void> = Promise.resolve();
  #isLooking = false;
  #later: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(root: string, tells: TreeWatcherEvents) {
    this.#root = root;
    this.#tells = tells;
    this.#doubt(root);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#later !== null) clearTimeout(this.#later);
    this.#forget(this.#root);
    await this.#looking;
  }

  #doubt(place: string): void {
    this.#doubtful.add(place);
    if (this.#isLooking || this.#closed) return;
    this.#isLooking = true;
    this.#looking = this.#lookAtDoubtful();
  }

  async #lookAtDoubtful(): Promise<void> {
    // Bounded by what happens on the disk: each entry is removed before it is checked.
    for (const place of this.#doubtful) {
      this.#doubtful.delete(place);
      if (this.#closed) break;
      await this.#look(place);
    }
    this.#isLooking = false;
    if (this.#watchers.has(this.#root) || this.#closed) return;
    this.#later = setTimeout(() => this.#doubt(this.#root), LOST_LOOK_MS).unref();
  }

  /** Watches a new folder; drops one that is gone. */
  async #look(place: string): Promise<void> {
    if (this.#isOther(place)) return;
    const isThere = await isFolder(place);
    if (this.#closed || this.#watchers.has(place) === isThere) return;
    if (!isThere) return this.#forget(place);
    const depth = place === this.#root ? 0 : (this.#watchers.get(parentOf(place))?.depth ?? DEPTH_MAX) + 1;
    if (depth > DEPTH_MAX) return;
    await this.#listen(place, depth);
    // Covers what happened before the watch existed.
    this.#tells.heard();
    if (place === this.#root && this.#watchers.has(place)) this.#tells.ready();
  }

  /** Watches this folder and all below it. Watch first, then list: a change in between is seen twice rather than missed. */
  async #listen(place: string, depth: number): Promise<void> {
    if (!this.#opened(place, depth) || depth === DEPTH_MAX) return;
    for (const name of await foldersIn(place)) {
      const below = join(place, name);
      if (this.#closed || !this.#watchers.has(place)) return;
      if (!this.#watchers.has(below) && !this.#isOther(below)) await this.#listen(below, depth + 1);
    }
  }

  #isOther(place: string): boolean {
    return this.#tells.others().has(place);
  }

  #opened(place: string, depth: number): boolean {
    try {
      const watcher = watch(place, (event, name) => this.#hear(place, event, name));
      watcher.on('error', (error) => this.#failed(error));
      this.#watchers.set(place, { watcher, depth });
      return true;
    } catch (error) {
      if (!PASSED_BY.has(codeOf(error))) this.#failed(error);
      return false;
    }
  }

  #hear(place: string, event: string, name: string | null): void {
    if (this.#closed) return;
    this.#tells.heard();
    if (event !== 'rename' || name === null) return;
    this.#doubt(join(place, name));
    if (name !== basename(place)) return;
    // This is how a folder reports that it was moved or deleted. Its successor of the same name may even have its inode, but is not watched yet.
    this.#forget(place);
    this.#doubt(place);
  }

  #failed(error: unknown): void {
    if (!this.#closed) this.#tells.failed(codeOf(error));
  }

  #forget(place: string): void {
    const below = place + sep;
    for (const [at, { watcher }] of this.#watchers) {
      if (at !== place && !at.startsWith(below)) continue;
      watcher.close();
      this.#watchers.delete(at);
    }
  }
}

async function isFolder(place: string): Promise<boolean> {
  try {
    return (await lstat(place)).isDirectory();
  } catch {
    // Whatever the reason, there is no folder to watch now.
    return false;
  }
}

async function foldersIn(place: string): Promise<readonly string[]> {
  try {
    return (await readdir(place, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return [];
  }
}

function parentOf(place: string): string {
  return place.slice(0, place.lastIndexOf(sep));
}

/** Events of a tree watcher. `heard` may come without a cause; after `failed` only a part may be watched. */
export type TreeWatcherEvents = {
  /** Mount points of other disks, which may hang. */
  readonly others: () => ReadonlySet<string>;
  readonly heard: () => void;
  /** From now on the whole folder is watched. */
  readonly ready: () => void;
  readonly failed: (code: string) => void;
};

export type TreeWatcher = { close(): Promise<void> };
