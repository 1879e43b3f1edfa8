import { dirname, join, sep } from 'node:path';
import { hex } from '#shared/lib/hex.ts';
import { nodeSha256 } from '#shared/node/sha256.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { inodeWithBirth } from '#shared/domain/folder/same-folder.ts';
import type { FileEntry, FileFault, FileStat, WatchRing } from '#shared/ports/files.ts';
import { liesBelow, pathMap } from '#test/support/disks/path-map.ts';

/** `changedAt` is the disk's own: nobody sets it, and a new name counts as a change. */
export type SimFile = { readonly bytes: Uint8Array; readonly modifiedAt: WallMs; readonly inode: string; readonly changedAt: WallMs };
export type SimFolder = { readonly inode: string; readonly bornAt: WallMs; readonly changedAt: WallMs };

/** One change that a program made, for the checker of invariant 3. */
export type DiskWrite = {
  readonly path: string;
  readonly by: string;
  /** What a person may have chosen to have done: a move after the result, a note beside. */
  readonly chosen?: { readonly kind: 'moved'; readonly to: string; readonly sha256: string } | { readonly kind: 'note' };
};

/**
 * A disk in memory that several computers may mount, by the rules for paths that `node:path` has here: Windows finds names in any letter
 * case, and lets nobody rename or remove what is open. It differs from a real one in two ways: there are no links, and what was written is
 * durable at once.
 */
export class SimDisk {
  readonly files = pathMap<SimFile>();
  readonly folders = pathMap<SimFolder>();
  readonly writes: DiskWrite[] = [];
  readonly #watchers = new Set<{ readonly path: string; readonly ring: WatchRing }>();
  /** Shares that are not there now. */
  readonly #away = new Set<string>();
  /** Files that another program holds. */
  readonly held = pathMap<true>();
  #inodes = 0;
  /** Of what was taken away, in the order of that; null while this disk never gives a number twice. */
  #free: string[] | null = null;
  /** By its own clock, which runs once the office is open. A folder that was made at 0 is one of which the system tells no birth time. */
  now: () => WallMs = () => wallMs(1);
  /** Hears of every move that a program made. */
  onTidied: (from: string, to: string) => void = () => undefined;

  /** A person or a scanner puts a file there, or changes it. */
  put(path: string, bytes: Uint8Array, modifiedAt: WallMs): void {
    this.addFolder(dirname(path));
    const before = this.files.get(path);
    if (before === undefined) this.#touchFolder(dirname(path));
    this.files.set(path, { bytes, modifiedAt, inode: before?.inode ?? this.#inode(), changedAt: this.now() });
    this.#ring(path);
  }

  /** A file that was written elsewhere and renamed into its place. */
  replace(path: string, bytes: Uint8Array, modifiedAt: WallMs): void {
    const before = this.files.get(path);
    this.files.set(path, { bytes, modifiedAt, inode: this.#inode(), changedAt: this.now() });
    if (before !== undefined) this.#free?.push(before.inode);
    this.#touchFolder(dirname(path));
    this.#ring(path);
  }

  /** Nothing of the file is another, and the disk says that it was changed. */
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

  /** From now on what comes gets the number of what was last taken away, as the file systems in use have it. */
  giveNumbersAgain(): void {
    this.#free ??= [];
  }

  /** One file under another name, with its content and its time. */
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

  /** Whether the system refuses to rename, replace or remove it now, because a program has it open. Only Windows does. */
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

  /** Another disk lies at the same path now. Returns what lay there, to be put back. */
  swap(folder: string, other: ReadonlyMap<string, SimFile>, as: SimFolder = this.#newFolder()): ReadonlyMap<string, SimFile> {
    const before = new Map(Array.from(this.files).filter(([path]) => liesBelow(path, folder)));
    for (const path of before.keys()) this.files.delete(path);
    for (const [path, file] of other) this.files.set(path, file);
    this.folders.set(folder, as);
    this.#ring(join(folder, 'any'));
    return before;
  }

  /** A program of ours moves a file that is there, to where nothing is. */
  tidy({ from, to, by }: { readonly from: string; readonly to: string; readonly by: string }): void {
    const file = this.files.get(from);
    if (file === undefined || this.files.has(to)) return;
    this.writes.push({ path: from, by, chosen: { kind: 'moved', to, sha256: hex(nodeSha256([file.bytes])) } });
    this.move(from, to);
    this.onTidied(from, to);
  }

  /** The same disk once more, with everything under `from` now under `to`. Files are never changed in place, so they are shared. */
  copy(from: string, to: string): SimDisk {
    const disk = new SimDisk();
    const moved = (path: string): string => (path === from || liesBelow(path, from) ? to + path.slice(from.length) : path);
    for (const [path, folder] of this.folders) disk.folders.set(moved(path), folder);
    for (const [path, file] of this.files) disk.files.set(moved(path), file);
    disk.#inodes = this.#inodes;
    return disk;
  }

  /** A profile that moved with its computer's restart: everything under `from` now lies under `to`. */
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

/** Inodes are named in letters too; another name is another number. */
function numberOf(inode: string): number {
  return Number.parseInt(inode, 36);
}
