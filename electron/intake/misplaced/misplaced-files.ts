import { SweepLoop } from '#shared/async/sweep-loop.ts';
import { isInvoiceType } from '#shared/contract/import-types.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { numberedName, shownName } from '#shared/lib/file-names.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { Clock, Log } from '#shared/ports/world.ts';
import type { FileEntry, Files } from '#shared/ports/files.ts';
import type { Stop } from '#shared/ports/stop.ts';
import { answerOf } from '../answer-of.ts';
import { isIgnored } from '../folder/ignored.ts';
import type { IntakeStore } from '../store.ts';
import { basename, dirname, join } from 'node:path';
import { isInside, placeKey } from '#shared/node/is-inside.ts';
import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';

/** Files beside the watched folders that look like scans: shown to the user, never sent or moved unasked. */
export type MisplacedFile = { readonly path: string; readonly count: number; readonly names: readonly string[] };
/** How many of them a user ignores. */
export type IgnoredMisplaced = Pick<MisplacedFile, 'path' | 'count'>;

export type MisplacedFilesDeps = {
  readonly clock: Clock;
  readonly files: Files;
  readonly log: Log;
  readonly stop: Stop;
  readonly everyMs: number;
  readonly home: string;
  readonly folders: () => readonly Folder[];
  readonly store: Pick<IntakeStore, 'ignoredMisplaced' | 'ignoreMisplaced'>;
  /** The misplaced files changed. */
  readonly changed: () => void;
};

/** Extensions that the service accepts. The name alone decides, since these files are not opened. */
const LOOKS_FIT = /\.(pdf|jpe?g|png|bmp)$/i;
/** Enough for the user to recognise which files are meant. */
const NAMES_MAX = 5;

/** Lists the parents of watched folders, as often as the folders themselves are swept. */
export class MisplacedFiles {
  readonly #by: MisplacedFilesDeps;
  readonly #loop: SweepLoop;
  /** By parent and name, when each file was first seen. A file that is gone at the next look was only passing through. */
  #before = new Map<string, ReadonlyMap<string, number>>();
  /** Parents whose disk has not answered yet. They are not listed again before it does. */
  readonly #owing = new Set<string>();
  #misplaced: readonly MisplacedFile[] = [];
  #ignored: readonly IgnoredMisplaced[] = [];

  constructor(deps: MisplacedFilesDeps) {
    this.#by = deps;
    const { clock, log, stop, everyMs } = deps;
    this.#loop = new SweepLoop({
      clock,
      stop,
      look: async () => {
        await this.#look();
        return everyMs;
      },
      failed: { log: (fields) => log.error('a look beside the watched folders broke', fields), restMs: everyMs },
    });
  }

  get misplaced(): readonly MisplacedFile[] {
    return this.#misplaced;
  }

  get ignored(): readonly IgnoredMisplaced[] {
    return this.#ignored;
  }

  /** Ignores the files that lie there now; others that come are told again. Returns their number, or null when there are none. */
  async ignore(path: string): Promise<number | null> {
    const parent = this.#parents().find((one) => one.path === path);
    const files = parent === undefined ? new Map<string, WallMs>() : await this.#filesIn(parent);
    if (files.size === 0) return null;
    this.#by.store.ignoreMisplaced(path, files);
    await this.#look();
    return files.size;
  }

  /** The user takes that back; returns how many there were. */
  async askAgain(path: string): Promise<number> {
    const { size } = this.#by.store.ignoredMisplaced(path);
    this.#by.store.ignoreMisplaced(path, new Map());
    await this.#look();
    return size;
  }

  lookAgain(): void {
    this.#loop.wake();
  }

  run(): Promise<void> {
    return this.#loop.start();
  }

  async #look(): Promise<void> {
    const { clock, everyMs, store, changed, stop } = this.#by;
    const misplaced: MisplacedFile[] = [];
    const ignored: IgnoredMisplaced[] = [];
    const seen = new Map<string, ReadonlyMap<string, number>>();
    const nowMs = clock.monotonicMs();
    for (const parent of this.#parents()) {
      const { path } = parent;
      const files = await this.#filesIn(parent);
      if (stop.aborted) return;
      const names = notIgnored(files, store.ignoredMisplaced(path));
      const before = this.#before.get(path);
      const since = new Map(Array.from(files.keys(), (name) => [name, before?.get(name) ?? nowMs]));
      seen.set(path, since);
      const stayed = names.filter((name) => nowMs - (since.get(name) ?? nowMs) >= everyMs);
      if (stayed.length > 0) misplaced.push({ path, count: stayed.length, names: stayed.slice(0, NAMES_MAX).map(shownName) });
      if (files.size > names.length) ignored.push({ path, count: files.size - names.length });
    }
    this.#before = seen;
    if (JSON.stringify([misplaced, ignored]) === JSON.stringify([this.#misplaced, this.#ignored])) return;
    this.#misplaced = misplaced;
    this.#ignored = ignored;
    changed();
  }

  #parents(): readonly MisplacedParent[] {
    return misplacedParents(this.#by.folders(), this.#by.home);
  }

  async #filesIn(parent: MisplacedParent): Promise<ReadonlyMap<string, WallMs>> {
    const { path } = parent;
    if (this.#owing.has(path)) return new Map();
    const answer = await answerOf(misplacedFiles(parent, this.#by.files), this.#by);
    if (answer.kind === 'late') {
      this.#owing.add(path);
      void answer.ended.then(() => this.#owing.delete(path));
      return new Map();
    }
    return answer.value;
  }
}

/** Names of the files that nobody ignores. One that was written since is another file. */
function notIgnored(files: ReadonlyMap<string, WallMs>, ignored: ReadonlyMap<string, WallMs>): readonly string[] {
  return Array.from(files).flatMap(([name, modifiedAt]) => (ignored.get(name) === modifiedAt ? [] : [name]));
}

/** Files that look like scans and were written since the folder has been watched, by name; empty if the parent cannot be listed. */
async function misplacedFiles({ path, since }: MisplacedParent, files: Pick<Files, 'list'>): Promise<ReadonlyMap<string, WallMs>> {
  const listed = await files.list(path);
  const isMisplaced = ({ name, stat }: FileEntry): boolean =>
    stat.kind === 'file' && stat.modifiedAt > since && LOOKS_FIT.test(name) && !isIgnored(name, 'file');
  const found = listed.ok ? listed.value.filter(isMisplaced) : [];
  found.sort((one, other) => (one.name < other.name ? -1 : 1));
  return new Map(found.map(({ name, stat }) => [name, stat.modifiedAt]));
}

/** A folder that contains watched ones and is not watched itself. `since`: files written earlier are older than the watching. */
type MisplacedParent = { readonly path: string; readonly since: WallMs };

/** A user who uses such a name has a sibling folder too, or drops files into the parent. */
const TELLING = /^(purchases?|sales?|achats?|ventes?)\b/iu;
/** Folders where people keep files of all kinds: a PDF on the desktop is not a misplaced scan. */
const COMMON: readonly string[] = ['Desktop', 'Documents', 'Downloads', 'Bureau', 'Téléchargements', 'OneDrive', 'Dropbox'];

/** Folders with one for invoices in them, into which people drop a scan that they meant to put one level deeper. */
export function misplacedParents(folders: readonly Folder[], home: string): readonly MisplacedParent[] {
  const common = new Set([home, ...COMMON.map((name) => join(home, name))].map((path) => placeKey(path)));
  const watched = new Set(folders.map(({ path }) => placeKey(path)));
  const parents = new Map<string, { readonly path: string; readonly children: Folder[] }>();
  for (const folder of folders.filter(({ importType }) => isInvoiceType(importType))) {
    const path = dirname(folder.path);
    const key = placeKey(path);
    if (path === dirname(path) || common.has(key) || watched.has(key)) continue;
    parents.set(key, { path: parents.get(key)?.path ?? path, children: [...(parents.get(key)?.children ?? []), folder] });
  }
  return Array.from(parents.values())
    .filter(({ children }) => children.length > 1 || children.some(({ path }) => TELLING.test(basename(path))))
    .map(({ path, children }) => ({
      path,
      since: children.map(({ addedAt }) => addedAt).reduce((one, other) => (other < one ? other : one)),
    }));
}

/** How many were moved; `stay`: names of the files that could not be, and are still where they were. */
type TakenMisplacedFiles = { readonly moved: number; readonly stay: readonly string[] };

type TakeMisplacedFilesDeps = {
  readonly files: Pick<Files, 'list' | 'read' | 'moveWithoutReplacing'>;
  readonly folders: readonly Folder[];
  readonly home: string;
  readonly store: Pick<IntakeStore, 'ignoredMisplaced'>;
};

/** Limit for one press of the button; the user can press again for the rest. */
const MOVED_MAX = 500;
/** Limit of numbered variants of one name in one folder. */
const NUMBERS_MAX = 99;

/**
 * Moves the files beside the watched folders into the one that the user chose, only at their request: never over another file, and only
 * with bytes that were just read, and none that the user ignores. Null when `path` is no longer such a parent, or the chosen folder is not below it, not present, or for entries.
 */
export async function takeMisplacedFiles(path: string, folder: Folder, deps: TakeMisplacedFilesDeps): Promise<TakenMisplacedFiles | null> {
  const parent = misplacedParents(deps.folders, deps.home).find((one) => one.path === path);
  if (parent === undefined || folder.state !== 'present' || !isInvoiceType(folder.importType) || !isInside(folder.path, path)) return null;
  const names = notIgnored(await misplacedFiles(parent, deps.files), deps.store.ignoredMisplaced(path)).slice(0, MOVED_MAX);
  const stay: string[] = [];
  for (const name of names) if (!(await isMoved(path, name, folder, deps.files))) stay.push(shownName(name));
  return { moved: names.length - stay.length, stay };
}

async function isMoved(root: string, name: string, folder: Folder, files: TakeMisplacedFilesDeps['files']): Promise<boolean> {
  const from = join(root, name);
  const read = await files.read(from, { root, bytesMax: FILE_BYTES_MAX });
  // A file too large to read could not be sent either.
  if (!read.ok || read.value.bytes === null) return false;
  const { bytes } = read.value;
  for (let number = 1; number <= NUMBERS_MAX; number += 1) {
    const to = join(folder.path, numberedName(name, number));
    const moved = await files.moveWithoutReplacing({ root, from, to, bytes, resumed: false });
    if (!moved.ok || moved.value === 'changed') return false;
    if (moved.value === 'moved') return true;
  }
  return false;
}
