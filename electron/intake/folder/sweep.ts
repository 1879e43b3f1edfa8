import { join } from 'node:path';
import { DEPTH_MAX } from '#shared/domain/folder/folder-depth.ts';
import type { FolderState, PassedOver } from '#shared/domain/folder/folder.ts';
import { type FileIdentity, isBirthProven, sameFolder } from '#shared/domain/folder/same-folder.ts';
import { stubOf } from '#shared/domain/folder/stub-of.ts';
import type { FileEntry, FileFault, Files, FileStat } from '#shared/ports/files.ts';
import { noteBaseOf } from '#shared/domain/item/note.ts';
import { isIgnored } from './ignored.ts';
import { samePair } from '../settle.ts';
import type { KnownFile } from '../store.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';

/** Ten times the largest folder for which Intray promises to be quick. */
const ENTRIES_MAX = 1_000_000;

/** `special`: set if the content is in the cloud only. */
export type Fresh = {
  readonly relativePath: string;
  readonly pair: KnownFile;
  readonly kind: 'file' | 'link';
  readonly special: InCloud | null;
  /** No file was known at its path. */
  readonly isNew: boolean;
  /** A file beside it says that its writer is not done. */
  readonly isHeld: boolean;
  /** A scan whose entries lie beside it, and are not read yet. */
  readonly awaitsEntries?: true;
};

export type InCloud = 'placeholder' | 'stub';

/** A known file of the same size and modification time whose change time or inode differs. */
export type Touched = {
  readonly relativePath: string;
  readonly known: KnownFile;
  readonly found: KnownFile;
  readonly kind: 'file' | 'link';
  readonly inCloud: boolean;
};

export type Swept =
  | { readonly kind: 'away'; readonly state: Exclude<FolderState, 'present'> }
  | {
      readonly kind: 'seen';
      readonly identity: FileIdentity;
      /** Set for a folder whose birth time is not proven; null where the system does not tell the mount. */
      readonly mount: string | null;
      /** Files of names that programs use while they write, by their inodes. */
      readonly unfinished: ReadonlySet<number>;
      /** New files, and known ones whose size or time changed. */
      readonly fresh: readonly Fresh[];
      readonly tooDeep: PassedOver | null;
      /** Links to folders, which are not followed. */
      readonly linked: PassedOver | null;
      /** Known files that are certainly gone. */
      readonly vanished: readonly string[];
      /** Known files in place with their size and time, except those in the result folders. */
      readonly unchanged: number;
      /** Known files in the parts that were walked: how many are expected, and how many are there with their size and time. */
      readonly expected: number;
      readonly recognised: number;
      /** Unchanged files whose change time or inode differs from the row, or is not in it yet. */
      readonly touched: readonly Touched[];
      /** Files that are notes of others, if the folder has such. */
      readonly notes: readonly FoundNote[];
      /** The paths of all other files, where there may be notes of them. */
      readonly others: readonly string[];
    };

export type FoundNote = Pick<Fresh, 'relativePath' | 'pair'>;

export type SweepDeps = {
  readonly files: Files;
  readonly path: string;
  readonly known: ReadonlyMap<string, KnownFile>;
  /** Known files that have other content under the same size and time, to be treated as new. */
  readonly changed?: ReadonlySet<string>;
  readonly subfolders: boolean;
  /** Top-level folders for files that have their result: nothing in them is a new scan. */
  readonly resultFolders?: readonly string[];
  /** Whether a file beside a document may be its note; it is then no document. */
  readonly notes?: { readonly beside: boolean };
};

/**
 * Walks over a folder and everything below it. If the folder is missing, does not answer or was replaced during the walk, the result says
 * nothing about its files.
 */
export async function sweep(of: SweepDeps): Promise<Swept> {
  const root = await of.files.stat(of.path);
  if (!root.ok) return away(root.failure);
  if (root.value.kind !== 'folder') return { kind: 'away', state: 'swapped' };
  const walk = new Walk(of);
  const fault = await walk.walk();
  if (fault !== null) return away(fault);
  const after = await of.files.stat(of.path);
  if (!after.ok) return away(after.failure);
  const { identity } = after.value;
  if (!sameFolder(root.value.identity, identity)) return { kind: 'away', state: 'missing' };
  const mount = isBirthProven(identity.inode) ? null : await of.files.findMount(of.path);
  const { fresh, unfinished, touched, unchanged, recognised, tooDeep, linked } = walk;
  const vanished = walk.vanished();
  const expected = walk.met + vanished.length;
  const { notes, others } = walk;
  const seen = { identity, mount, tooDeep, linked, fresh, unfinished, touched, unchanged, expected, recognised, vanished, notes, others };
  return { kind: 'seen', ...seen };
}

function away({ kind }: FileFault): Swept {
  return { kind: 'away', state: kind === 'denied' || kind === 'silent' ? kind : 'missing' };
}

class Walk {
  readonly #fresh: Omit<Fresh, 'isHeld'>[] = [];
  readonly unfinished = new Set<number>();
  readonly #writing = new Set<string>();
  readonly touched: Touched[] = [];
  unchanged = 0;
  recognised = 0;
  tooDeep: PassedOver | null = null;
  linked: PassedOver | null = null;
  readonly #of: SweepDeps;
  readonly #met: string[] = [];
  readonly notes: FoundNote[] = [];
  readonly others: string[] = [];
  /** Parts of the tree that could not be listed: known files below them stay known. */
  readonly #unlisted: string[] = [];
  readonly #resultFolders: ReadonlySet<string>;
  #entries = 0;

  constructor(of: SweepDeps) {
    this.#of = of;
    this.#resultFolders = new Set((of.resultFolders ?? []).map(plain));
  }

  /** Null when the folder itself could be listed; otherwise the fault. */
  async walk(): Promise<FileFault | null> {
    const todo: { readonly below: string; readonly depth: number }[] = [{ below: '', depth: 0 }];
    for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
      const listed = await this.#of.files.list(join(this.#of.path, at.below));
      if (!listed.ok && at.depth === 0) return listed.failure;
      if (!listed.ok && listed.failure.kind !== 'gone') this.#unlisted.push(at.below);
      for (const entry of listed.ok ? listed.value : []) {
        this.#entries += 1;
        if (this.#entries > ENTRIES_MAX) {
          this.#unlisted.push('');
          return null;
        }
        if (entry.stat.kind !== 'folder') this.#meet(at.below + entry.name, entry);
        else if (!this.#of.subfolders) this.#unlisted.push(`${at.below}${entry.name}/`);
        else if (!isIgnored(entry.name, 'folder')) {
          const below = `${at.below}${entry.name}/`;
          if (at.depth < DEPTH_MAX) todo.push({ below, depth: at.depth + 1 });
          else this.#passOver(below);
        }
      }
    }
    return null;
  }

  /** Known files below it stay known. */
  #passOver(below: string): void {
    this.#unlisted.push(below);
    this.tooDeep = oneMore(this.tooDeep, below.slice(0, -1));
  }

  /** Skips pipes, sockets and devices, which are not documents. */
  #meet(relativePath: string, { name, stat, special }: FileEntry): void {
    if (stat.kind === 'other' || stat.kind === 'folder') return;
    if (this.#of.notes?.beside === true && noteBaseOf(name) !== null) {
      if (stat.kind === 'file' && special === null && !isIgnored(name, 'file')) this.notes.push({ relativePath, pair: asSeen(stat) });
      return;
    }
    if (this.#of.notes?.beside === true) this.others.push(relativePath);
    const known = this.#of.known.get(relativePath);
    if (known !== undefined) this.#met.push(relativePath);
    if (known !== undefined && samePair(known, stat)) this.recognised += 1;
    if (this.#isSettled(relativePath)) return;
    if (special === 'folder-link') {
      if (!isIgnored(name, 'folder')) this.linked = oneMore(this.linked, relativePath);
      return;
    }
    const wanted = special === 'stub' ? (stubOf(name, stat.bytes) ?? name) : name;
    if (special === 'stub' && this.#isOfKnown(relativePath.slice(0, -name.length) + wanted)) return;
    if (known !== undefined && samePair(known, stat) && this.#of.changed?.has(relativePath) !== true) {
      this.unchanged += 1;
      if (known.changedAt !== stat.changedAt || known.inode !== stat.inode) {
        this.touched.push({ relativePath, known, found: asSeen(stat), kind: stat.kind, inCloud: special !== null });
      }
    } else if (isIgnored(wanted, 'file')) this.#meetUnfinished(relativePath, stat);
    else this.#fresh.push({ relativePath, pair: asSeen(stat), kind: stat.kind, special, isNew: known === undefined });
  }

  #meetUnfinished(relativePath: string, { inode }: FileEntry['stat']): void {
    this.unfinished.add(inode);
    this.#writing.add(plain(relativePath));
  }

  /** In the order in which they were met. */
  get fresh(): readonly Fresh[] {
    const held = this.#writing;
    return this.#fresh.map((file) => ({
      ...file,
      isHeld: held.size > 0 && namesOfWriters(plain(file.relativePath)).some((name) => held.has(name)),
    }));
  }

  /** Whether a stub replaces a known file: its content went back to the cloud, and the file counts as still there. */
  #isOfKnown(relativePath: string): boolean {
    const isKnown = this.#of.known.has(relativePath);
    if (isKnown) this.#met.push(relativePath);
    return isKnown;
  }

  /** Whether the path is in a result folder. Names are compared in NFC, as the user reads them: macOS decomposes accents. */
  #isSettled(relativePath: string): boolean {
    if (this.#resultFolders.size === 0 || !relativePath.includes('/')) return false;
    return this.#resultFolders.has(plain(relativePath.slice(0, relativePath.indexOf('/'))));
  }

  get met(): number {
    return this.#met.length;
  }

  vanished(): readonly string[] {
    const { known } = this.#of;
    if (this.#met.length === known.size) return [];
    const met = new Set(this.#met);
    return Array.from(known.keys()).filter((path) => !met.has(path) && !this.#unlisted.some((below) => path.startsWith(below)));
  }
}

/** What programs call a file beside the one that they write, or that they will rename to it. */
function namesOfWriters(path: string): readonly string[] {
  const at = path.lastIndexOf('/') + 1;
  const [below, name] = [path.slice(0, at), path.slice(at)];
  const stem = name.replace(/\.[^.]+$/, '');
  return [`${name}.tmp`, `${name}.part`, `${name}.partial`, `${name}~`, `${stem}.tmp`, `~$${name}`, `.~lock.${name}#`, `~${stem}.tmp`].map(
    (one) => below + one,
  );
}

function oneMore(before: PassedOver | null, path: string): PassedOver {
  return { folders: (before?.folders ?? 0) + 1, first: before?.first ?? path };
}

function plain(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** The part of a file's stat that is remembered. */
export function asSeen({ bytes, modifiedAt, changedAt, inode }: Pick<FileStat, 'bytes' | 'modifiedAt' | 'changedAt' | 'inode'>): KnownFile {
  return { bytes, modifiedAt, changedAt, inode };
}

/**
 * Limits for rereading files because of their change time alone: this much at once, refilled within half a minute, the time between two
 * sweeps. 4 MB/s is noticed neither on a disk nor on an office share. 100,000 files touched by a `chmod -R` or a backup take three hours, and
 * a single changed file is read at the next sweep.
 */
const FILES_MAX = 256;
const BYTES_MAX = 128_000_000;
const WITHIN_MS = 30 * SECOND_MS;

/** One meter for all folders, on the monotonic clock. */
export class RereadMeter {
  #files = FILES_MAX;
  #bytes = BYTES_MAX;
  #atMs = Number.NEGATIVE_INFINITY;

  /** Whether a file of this many bytes may be read now; if so, it is counted as read. */
  take(bytes: number, nowMs: number): boolean {
    const share = Math.min(1, (nowMs - this.#atMs) / WITHIN_MS);
    this.#atMs = nowMs;
    this.#files = Math.min(FILES_MAX, this.#files + share * FILES_MAX);
    this.#bytes = Math.min(BYTES_MAX, this.#bytes + share * BYTES_MAX);
    // The last file may be larger than the remaining budget; otherwise a large one would wait for ever behind small ones.
    if (this.#files < 1 || this.#bytes <= 0) return false;
    this.#files -= 1;
    this.#bytes -= bytes;
    return true;
  }
}
