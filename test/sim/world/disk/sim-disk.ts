import { dirname, join, sep } from 'node:path';
import { hex } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { inodeWithBirth } from '#shared/domain/folder/same-folder.ts';
import type { FileEntry, FileFault, FileStat, WatchRing } from '#shared/ports/files.ts';
import { liesBelow, pathMap } from '#test/support/disks/path-map.ts';

/** `changedAt` is the disk's own: no program sets it, and a rename counts as a change. */
export type SimFile = { readonly bytes: Uint8Array; readonly modifiedAt: WallMs; readonly inode: string; readonly changedAt: WallMs };
export type SimFolder = { readonly inode: string; readonly bornAt: WallMs; readonly changedAt: WallMs };

/** One change that a program made, for the checker of invariant 3. */
export type DiskWrite = {
  readonly path: string;
  readonly by: string;
  /** Set for changes that a user may have chosen: a move after the result, a note beside a file. */
  readonly chosen?: { readonly kind: 'moved'; readonly to: string; readonly sha256: string } | { readonly kind: 'note' };
};

/**
 * A disk in memory that several computers may mount, with the path rules of the current `node:path`: Windows finds names in any letter case,
 * and lets nobody rename or remove an open file. It differs from a real disk in two ways: there are no links, and every write is durable at
 * once.
 */
export class SimDisk {
  readonly files = pathMap<SimFile>();
  readonly folders = pathMap<SimFolder>();
  readonly writes: DiskWrite[] = [];
  readonly #watchers = new Set<{ readonly path: string; readonly ring: WatchRing }>();
  /** Shares that are away now. */
  readonly #away = new Set<string>();
  /** Files that another program holds open. */
  readonly held = pathMap<true>();
  #inodes = 0;
  /** Inodes of removed files, in the order of removal; null while this disk never reuses a number. */
  #free: string[] | null = null;
  /** The disk's own clock, which runs once the office is open. A birth time of 0 means that the system knows none. */
  now: () => WallMs = () => wallMs(1);
  /** Called for every move that a program made. */
  onTidied: (from: string, to: string) => void = () => undefined;

  /** A user or a scanner creates or changes a file. */
  put(path: string, bytes: Uint8Array, modifiedAt: WallMs): void {
    this.addFolder(dirname(path));
    const before = this.files.get(path);
    if (before === undefined) this.#touchFolder(dirname(path));
    this.files.set(path, { bytes, modifiedAt, inode: before?.inode ?? this.#inode(), changedAt: this.now() });
    this.#ring(path);
  }

  /** A file that was written elsewhere is renamed over this one. */
  replace(path: string, bytes: Uint8Array, modifiedAt: WallMs): void {
    const before = this.files.get(path);
    this.files.set(path, { bytes, modifiedAt, inode: this.#inode(), changedAt: this.now() });
    if (before !== undefined) this.#free?.push(before.inode);
    this.#touchFolder(dirname(path));
    this.#ring(path);
  }

  /** Changes only the change time of a file. */
  restamp(path: string): void {
    const file = this.files.get(path);
    if (file !== undefined) this.files.set(path, { ...file, changedAt: this.now() });
    this.#ring(path);
  }

  take(path: string): void {
    const file = this.files.get(path);
    if (file !== undefined) {
      this.#free?.push(file.inode);
      this.#touchFolder(dirname(path));
    }
    this.files.delete(path);
    this.#ring(path);
  }

  /** From now on a new file gets the number of the last removed one, as on common file systems. */
  giveNumbersAgain(): void {
    this.#free ??= [];
  }

  /** Renames a file; content and modification time stay. */
  move(from: string, to: string): void {
    const file = this.files.get(from);
    if (file === undefined) return;
    this.files.delete(from);
    this.addFolder(dirname(to));
    this.files.set(to, { ...file, changedAt: this.now() });
    for (const folder of [dirname(from), dirname(to)]) this.#touchFolder(folder);
    this.#ring(from);
    this.#ring(to);
  }

  /** Whether the system refuses to rename, replace or remove the file now, because a program has it open. Only Windows does. */
  isLocked(path: string): boolean {
    return sep === '\\' && this.held.has(path);
  }

  setHeld(path: string, held: boolean): void {
    if (held) this.held.set(path, true);
    else this.held.delete(path);
  }

  setAway(folder: string, away: boolean): void {
    if (away) this.#away.add(folder);
    else this.#away.delete(folder);
    if (!away) this.#ring(join(folder, 'any'));
  }

  /** Puts another disk at the same path. Returns the previous files, for putting them back. */
  swap(folder: string, other: ReadonlyMap<string, SimFile>, as: SimFolder = this.#newFolder()): ReadonlyMap<string, SimFile> {
    const before = new Map(Array.from(this.files).filter(([path]) => liesBelow(path, folder)));
    for (const path of before.keys()) this.files.delete(path);
    for (const [path, file] of other) this.files.set(path, file);
    this.folders.set(folder, as);
    this.#ring(join(folder, 'any'));
    return before;
  }

  /** One of our programs moves an existing file to a free path. */
  tidy({ from, to, by }: { readonly from: string; readonly to: string; readonly by: string }): void {
    const file = this.files.get(from);
    if (file === undefined || this.files.has(to)) return;
    this.writes.push({ path: from, by, chosen: { kind: 'moved', to, sha256: hex(nodeSha256([file.bytes])) } });
    this.move(from, to);
    this.onTidied(from, to);
  }

  /** A copy of this disk, with everything under `from` now under `to`. Files are never changed in place, so they are shared. */
  copy(from: string, to: string): SimDisk {
    const disk = new SimDisk();
    const moved = (path: string): string => (path === from || liesBelow(path, from) ? to + path.slice(from.length) : path);
    for (const [path, folder] of this.folders) disk.folders.set(moved(path), folder);
    for (const [path, file] of this.files) disk.files.set(moved(path), file);
    disk.#inodes = this.#inodes;
    return disk;
  }

  /** Moves a profile when its computer restarts: everything under `from` is now under `to`. */
  rename(from: string, to: string): void {
    for (const [path, file] of this.files) {
      if (!liesBelow(path, from)) continue;
      this.files.delete(path);
      this.files.set(to + path.slice(from.length), file);
    }
    this.addFolder(to);
  }

  addFolder(path: string): void {
    for (let at = path; at !== dirname(at); at = dirname(at)) if (!this.folders.has(at)) this.folders.set(at, this.#newFolder());
  }

  stat(path: string): Result<FileStat, FileFault> {
    if (this.#isAway(path)) return fail({ kind: 'gone', code: 'ENOENT' });
    const file = this.files.get(path);
    if (file) {
      const { modifiedAt, changedAt, inode } = file;
      const numbers = { inode: numberOf(inode), identity: { volume: 'sim', inode } };
      return ok({ kind: 'file', bytes: file.bytes.byteLength, modifiedAt, changedAt, ...numbers, noBlocks: false });
    }
    const folder = this.folders.get(path);
    if (folder === undefined) return fail({ kind: 'gone', code: 'ENOENT' });
    const { bornAt, changedAt } = folder;
    const inode = inodeWithBirth(folder.inode, { birthMs: bornAt, changeMs: changedAt, writtenMs: changedAt, readMs: 0 });
    const numbers = { inode: numberOf(folder.inode), identity: { volume: 'sim', inode } };
    return ok({ kind: 'folder', bytes: 0, modifiedAt: wallMs(0), changedAt, ...numbers, noBlocks: false });
  }

  /** Our programs also ask for `folder/`. */
  list(of: string): Result<readonly FileEntry[], FileFault> {
    const path = of.endsWith(sep) ? of.slice(0, -1) : of;
    if (!this.folders.has(path) || this.#isAway(path)) return fail({ kind: 'gone', code: 'ENOENT' });
    const entries: FileEntry[] = [];
    for (const place of [...this.files.keys(), ...this.folders.keys()]) {
      if (!liesBelow(place, path) || place.includes(sep, path.length + 1)) continue;
      const stat = this.stat(place);
      if (stat.ok) entries.push({ name: place.slice(path.length + sep.length), stat: stat.value, special: null });
    }
    return ok(entries.sort((a, b) => (a.name < b.name ? -1 : 1)));
  }

  watch(path: string, ring: WatchRing): () => void {
    const watcher = { path, ring };
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  #isAway(path: string): boolean {
    for (const folder of this.#away) if (path === folder || liesBelow(path, folder)) return true;
    return false;
  }

  #inode(): string {
    const again = this.#free?.pop();
    if (again !== undefined) return again;
    this.#inodes += 1;
    return String(this.#inodes);
  }

  #newFolder(): SimFolder {
    return { inode: this.#inode(), bornAt: this.now(), changedAt: this.now() };
  }

  #touchFolder(path: string): void {
    const folder = this.folders.get(path);
    if (folder !== undefined) this.folders.set(path, { ...folder, changedAt: this.now() });
  }

  #ring(path: string): void {
    for (const watcher of this.#watchers) if (liesBelow(path, watcher.path)) watcher.ring({ kind: 'look' });
  }
}

/** Inodes are names that may contain letters; different names give different numbers. */
function numberOf(inode: string): number {
  return Number.parseInt(inode, 36);
}
