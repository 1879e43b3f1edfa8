import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { Emitter } from '#shared/async/emitter.ts';
import type { Clock } from '#shared/ports/world.ts';
import { isLocalType, type Mount, MOUNT_TABLE, readMounts, readPrintedMounts } from './mount-table.ts';

/** What the system knows of its disks, without calling any of them. */
export type DiskTable = {
  /** The place of a path without links, if it may hang; null on a local disk. */
  foreign(path: string): string | null;
  /** Mount points of such places. */
  points(): ReadonlySet<string>;
  /** Rings when the table has changed. Returns the unsubscribe function. */
  onChange(ring: () => void): () => void;
};

export type DiskTableDeps = {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Folder of this installation's own files: without that disk nothing works anyway. */
  readonly profile: string;
  readonly platform?: NodeJS.Platform;
  /** The kernel's table; the real one by default. */
  readonly read?: () => string;
};

/** Maximum age of the kernel's table before it is read again, which takes microseconds. */
const TRUST_MS = 1_000;
/** Maximum age of a table that a program must print. */
const PRINTED_TRUST_MS = 60_000;
const NONE: ReadonlySet<string> = new Set();

export function diskTable(deps: DiskTableDeps): DiskTable {
  const { platform = process.platform } = deps;
  if (platform === 'win32') return lettersTable(deps.profile);
  return platform === 'linux' ? new MountTable(deps, 'kernel') : new MountTable(deps, 'printed');
}

/** Windows: the drive of Intray's own files is local; every other drive and every share may hang. */
function lettersTable(profile: string): DiskTable {
  const own = rootOf(profile);
  return {
    foreign: (path) => (rootOf(path) === own ? null : rootOf(path)),
    points: () => NONE,
    onChange: () => () => undefined,
  };
}

function rootOf(path: string): string {
  return win32.parse(path).root.toLowerCase();
}

class MountTable implements DiskTable {
  readonly #by: DiskTableDeps;
  readonly #from: 'kernel' | 'printed';
  readonly #changed = new Emitter();
  #text: string | null = null;
  #types = new Map<string, string>();
  #points: ReadonlySet<string> = NONE;
  #readAtMs = Number.NEGATIVE_INFINITY;
  #isAsked = false;

  constructor(deps: DiskTableDeps, from: 'kernel' | 'printed') {
    this.#by = deps;
    this.#from = from;
  }

  foreign(path: string): string | null {
    this.#refresh();
    if (this.#from === 'printed') {
      // Every mounted volume appears there, sometimes before `mount` prints it.
      const [, volume] = /^(\/Volumes\/[^/]+)/i.exec(path) ?? [];
      if (volume !== undefined) return volume;
    }
    for (let at = path; ; at = posix.dirname(at)) {
      const type = this.#types.get(at);
      if (type !== undefined) return this.#isLocal(type) ? null : at;
      if (at === posix.dirname(at)) return null;
    }
  }

  points(): ReadonlySet<string> {
    this.#refresh();
    return this.#points;
  }

  onChange(ring: () => void): () => void {
    return this.#changed.subscribe(ring);
  }

  #isLocal(type: string): boolean {
    return this.#from === 'kernel' ? isLocalType(type) : type === 'apfs' || type === 'hfs';
  }

  #refresh(): void {
    const nowMs = this.#by.clock.monotonicMs();
    if (nowMs - this.#readAtMs < (this.#from === 'kernel' ? TRUST_MS : PRINTED_TRUST_MS)) return;
    this.#readAtMs = nowMs;
    if (this.#from === 'kernel') this.#took((this.#by.read ?? kernelTable)(), readMounts);
    else this.#print();
  }

  /** Runs `mount` as a separate program, by its full path. */
  #print(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    execFile('/sbin/mount', (error, printed) => {
      this.#isAsked = false;
      if (error === null) this.#took(printed, readPrintedMounts);
    }).unref();
  }

  #took(text: string, read: (text: string) => readonly Mount[]): void {
    if (text === this.#text) return;
    const isFirst = this.#text === null;
    this.#text = text;
    // A later mount covers an earlier one on the same point.
    this.#types = new Map(read(text).map(({ point, type }) => [point, type]));
    this.#points = new Set(Array.from(this.#types).flatMap(([point, type]) => (this.#isLocal(type) ? [] : [point])));
    if (!isFirst) this.#changed.emit();
  }
}

/** Without a kernel table, all disks count as local, for lack of other information. */
function kernelTable(): string {
  try {
    return readFileSync(MOUNT_TABLE, 'utf8');
  } catch {
    return '';
  }
}
