import { dirname, sep } from 'node:path';
import type { WallMs } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { FileEntry, FileFault, FileStat, WatchRing } from '#shared/ports/files.ts';

export type SimFile = { bytes: Uint8Array; modifiedAt: WallMs; inode: string };

/** One change that a program made, for the checker of invariant 3. */
export type DiskWrite = { readonly path: string; readonly by: string };

/**
 * A disk in memory that several computers may mount. It differs from a real one in three ways: there are no links, names
 * are case-sensitive, and what was written is durable at once.
 */
export class SimDisk {
  readonly files = new Map<string, SimFile>();
  readonly folders = new Set<string>();
  readonly writes: DiskWrite[] = [];
  readonly #watchers = new Set<{ readonly path: string; readonly ring: WatchRing }>();
  #inodes = 0;

  /** A person or a scanner puts a file there, or changes it. */
  put(path: string, bytes: Uint8Array, modifiedAt: WallMs): void {
    this.#inodes += 1;
    this.addFolder(dirname(path));
    this.files.set(path, { bytes, modifiedAt, inode: this.files.get(path)?.inode ?? String(this.#inodes) });
    this.#ring(path);
  }

  take(path: string): void {
    this.files.delete(path);
    this.#ring(path);
  }

  /** One file under another name, with its content and its time. */
  move(from: string, to: string): void {
    const file = this.files.get(from);
    if (file === undefined) return;
    this.files.delete(from);
    this.addFolder(dirname(to));
    this.files.set(to, file);
    this.#ring(from);
  }

  /** A profile that moved with its computer's restart: everything under `from` now lies under `to`. */
  rename(from: string, to: string): void {
    for (const [path, file] of this.files) {
      if (!path.startsWith(from + sep)) continue;
      this.files.delete(path);
      this.files.set(to + path.slice(from.length), file);
    }
    this.addFolder(to);
  }

  addFolder(path: string): void {
    for (let at = path; at !== dirname(at); at = dirname(at)) this.folders.add(at);
  }

  stat(path: string): Result<FileStat, FileFault> {
    const file = this.files.get(path);
    if (file) {
      const identity = { volume: 'sim', inode: file.inode };
      return ok({ kind: 'file', bytes: file.bytes.byteLength, modifiedAt: file.modifiedAt, identity });
    }
    if (!this.folders.has(path)) return fail({ kind: 'gone', code: 'ENOENT' });
    return ok({ kind: 'folder', bytes: 0, modifiedAt: 0 as WallMs, identity: { volume: 'sim', inode: `folder:${path}` } });
  }

  list(path: string): Result<readonly FileEntry[], FileFault> {
    if (!this.folders.has(path)) return fail({ kind: 'gone', code: 'ENOENT' });
    const entries: FileEntry[] = [];
    for (const place of [...this.files.keys(), ...this.folders]) {
      if (dirname(place) !== path || place === path) continue;
      const stat = this.stat(place);
      if (stat.ok) entries.push({ name: place.slice(path.length + sep.length), stat: stat.value });
    }
    return ok(entries.sort((a, b) => (a.name < b.name ? -1 : 1)));
  }

  watch(path: string, ring: WatchRing): () => void {
    const watcher = { path, ring };
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  #ring(path: string): void {
    for (const watcher of this.#watchers) if (path.startsWith(watcher.path + sep)) watcher.ring({ kind: 'look' });
  }
}
