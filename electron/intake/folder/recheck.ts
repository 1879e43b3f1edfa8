import type { Folder } from '#shared/domain/folder/folder.ts';
import { backOffMs } from '#shared/lib/back-off.ts';
import { HOUR_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { asSeen, type RereadMeter, type Swept, type Touched } from './sweep.ts';
import { InodeTrust } from './folder-identity-check.ts';
import { type Late, type ReadDeps, readWithPermit } from '../take-up.ts';
import { samePair } from '../settle.ts';
import type { IntakeStore, KnownFile, SameFile } from '../store.ts';
import type { Clock } from '#shared/ports/world.ts';
import type { FolderId } from '#shared/domain/ids.ts';
import { endOfTurn } from '#shared/node/clock.ts';

export type RecheckDeps = ReadDeps & {
  readonly store: Pick<IntakeStore, 'contentAt' | 'noteSame'>;
  readonly meter: RereadMeter;
};

/** `rest`: nothing to do before the next sweep · `more`: continue at once · `changed`: the next sweep must find a file as a new one. */
export type Rechecked = { readonly kind: 'rest' | 'more' | 'changed' } | Late;

/** Rows written in one transaction: two milliseconds, the same as reading them. */
const ROWS_AT_ONCE = 500;
/** Files read again before the loop checks for new ones. */
const READ_AT_ONCE = 8;
/**
 * Rest after a file proved unchanged or could not be compared, longer each time: some file systems show another change time at every look,
 * and some programs touch every file every hour.
 */
const REST = { firstMs: 30 * SECOND_MS, mostMs: 4 * HOUR_MS };

type Rest = { readonly times: number; readonly untilMs: number };
type Looked = { readonly kind: 'same'; readonly file: SameFile } | { readonly kind: 'changed' } | { readonly kind: 'not-now' } | Late;

const REST_NOW = { kind: 'rest' } as const;

/**
 * Checks known files of one folder that have their old size and modification time, but another change time or inode, and so may have other
 * content. Each is read again within the limits of the meter, after all new files. An equal hash is noted in the row and nowhere else. Files
 * still to be read need no memory of their own: until then the row differs from the file at every sweep, even after a restart.
 */
export class Recheck {
  /** Files known to have other content: the sweep treats them as new until they are dealt with. */
  readonly changed = new Set<string>();
  readonly #by: RecheckDeps;
  readonly #trust = new InodeTrust();
  readonly #resting = new Map<string, Rest>();
  /** Rows to update without reading the file. */
  #toNote: readonly SameFile[] = [];
  #adopting = false;
  #toRead: Touched[] = [];

  constructor(deps: RecheckDeps) {
    this.#by = deps;
  }

  /** Notes the touched files of a sweep. They replace the rest of the previous sweep's. */
  note({ touched, unchanged }: Pick<Extract<Swept, { kind: 'seen' }>, 'touched' | 'unchanged'>): void {
    const by: Record<FileFingerprint, Touched[]> = { none: [], unchanged: [], touched: [], renumbered: [] };
    for (const file of touched) by[fingerprintOf(file.known, file.found)].push(file);
    this.#adopting &&= this.#toNote.length > 0;
    const other = by.renumbered.length;
    const nowMs = this.#by.clock.monotonicMs();
    const inodes = this.#adopting ? 'adopt' : this.#trust.note({ same: unchanged - touched.length, other, nowMs });
    this.#adopting = inodes === 'adopt';
    this.#toNote = (this.#adopting ? by.unchanged.concat(by.renumbered) : by.unchanged).map(sameFile);
    this.#toRead = (inodes === 'look' ? by.touched.concat(by.renumbered) : by.touched).filter((file) => !file.inCloud);
  }

  /** The file is gone, or was dealt with as a new one. */
  done(relativePath: string): void {
    this.changed.delete(relativePath);
    this.#resting.delete(relativePath);
  }

  /** Does a small part of the work; `learn` receives the updated rows. */
  async step(folder: Folder, learn: (files: readonly SameFile[]) => void): Promise<Rechecked> {
    if (this.#toNote.length > 0) {
      await this.#noteSame(folder, this.#toNote.slice(0, ROWS_AT_ONCE), learn);
      this.#toNote = this.#toNote.slice(ROWS_AT_ONCE);
      return { kind: 'more' };
    }
    const same: SameFile[] = [];
    let ended: Rechecked = { kind: 'more' };
    for (let read = 0; read < READ_AT_ONCE && ended.kind === 'more'; read += 1) {
      const file = this.#next();
      const looked = file === undefined ? REST_NOW : await this.#look(folder, file);
      if (this.#by.stop.aborted) return REST_NOW;
      if (looked.kind === 'same') same.push(looked.file);
      else if (looked.kind !== 'not-now') ended = looked;
    }
    if (same.length > 0) await this.#noteSame(folder, same, learn);
    return ended;
  }

  /** Undefined when no file may be read now. */
  #next(): Touched | undefined {
    const nowMs = this.#by.clock.monotonicMs();
    for (let file = this.#toRead.pop(); file !== undefined; file = this.#toRead.pop()) {
      if (nowMs < (this.#resting.get(file.relativePath)?.untilMs ?? 0)) continue;
      if (this.#by.meter.take(file.found.bytes, nowMs)) return file;
      this.#toRead = [];
    }
    return undefined;
  }

  async #look(folder: Folder, file: Touched): Promise<Looked> {
    const { relativePath } = file;
    const before = this.#by.store.contentAt(folder.id, relativePath);
    if (before === null) return { kind: 'not-now' };
    const looked = file.kind === 'link' ? verdict(before.sha256, null, sameFile(file)) : await this.#read(folder, file, before.sha256);
    if (looked.kind === 'changed') {
      this.done(relativePath);
      this.changed.add(relativePath);
    } else if (looked.kind !== 'late') this.#rest(relativePath);
    if (looked.kind === 'same' && fingerprintOf(file.known, file.found) === 'renumbered') this.#trust.wasWrong();
    return looked;
  }

  async #read(folder: Folder, { relativePath, found }: Touched, sha256: string | null): Promise<Looked> {
    const answer = await readWithPermit(folder, relativePath, { want: 'hash', copy: null }, this.#by);
    if (answer.kind === 'late') return answer;
    const read = answer.value;
    // The path now leads through a link. Any other fault is temporary, and not worth a report for a file that was dealt with.
    if (!read.ok) return read.failure.kind === 'escaped' ? { kind: 'changed' } : { kind: 'not-now' };
    const known = asSeen(read.value.stat);
    // Its size or time changed, so the next sweep finds it.
    if (!samePair(found, known)) return { kind: 'not-now' };
    // The stat is from before the read: a later write has a later change time, and is checked again.
    return verdict(sha256, read.value.sha256, { relativePath, known });
  }

  #rest(relativePath: string): void {
    const nowMs = this.#by.clock.monotonicMs();
    const before = this.#resting.get(relativePath);
    const times = before === undefined || nowMs - before.untilMs > REST.mostMs ? 1 : before.times + 1;
    this.#resting.set(relativePath, { times, untilMs: nowMs + backOffMs(times, 1, REST) });
  }

  async #noteSame(folder: Folder, files: readonly SameFile[], learn: (files: readonly SameFile[]) => void): Promise<void> {
    await this.#by.store.noteSame(folder.id, files);
    learn(files);
  }
}

function sameFile({ relativePath, found }: Touched): SameFile {
  return { relativePath, known: found };
}

/** Null stands for content that is never read: of a link, an empty file, or one that is too large. */
function verdict(before: string | null, now: string | null, file: SameFile): Looked {
  return before === now ? { kind: 'same', file } : { kind: 'changed' };
}

/**
 * Signs that a known file with the same size and modification time may have other content.
 * `settled`: the row is from a version that stored neither change time nor inode, and the file was not touched after it was dealt with, so
 * the row may learn both.
 * `touched`: the change time differs, or the file was touched after such a version had dealt with it.
 * `renumbered`: only the inode differs.
 */
type FileFingerprint = 'none' | 'unchanged' | 'touched' | 'renumbered';

function fingerprintOf(known: KnownFile, { changedAt, inode }: KnownFile): FileFingerprint {
  if (known.inode === null) return changedAt <= known.changedAt ? 'unchanged' : 'touched';
  if (known.changedAt !== changedAt) return 'touched';
  return known.inode === inode ? 'none' : 'renumbered';
}

type VanishedFilesDeps = {
  readonly clock: Clock;
  readonly store: Pick<IntakeStore, 'forget' | 'noteGone'>;
  readonly sweepEveryMs: number;
};

/** Every other folder is swept once in this many intervals, even where a sweep has just begun. */
const SWEEPS = 2;

/**
 * Files of one folder that a sweep has certainly seen vanish. Perhaps they were only moved into another watched folder, so they count as gone
 * only after that one has had time to find them. In memory only: what vanished in earlier runs is asked of the journal, once.
 */
export class VanishedFiles {
  readonly #by: VanishedFilesDeps;
  readonly #atMs = new Map<string, number>();
  /** When this run first saw the folder; null once the journal was asked. */
  #firstMs: number | null | undefined;

  constructor(deps: VanishedFilesDeps) {
    this.#by = deps;
  }

  /** After each complete sweep. */
  note({ id, settleMs }: Folder, vanished: readonly string[]): void {
    const { clock, store, sweepEveryMs } = this.#by;
    const nowMs = clock.monotonicMs();
    if (vanished.length > 0) store.forget(id, vanished);
    for (const path of vanished) this.#atMs.set(path, nowMs);
    if (this.#firstMs === undefined) this.#firstMs = nowMs;
    const gone = this.#takeBefore(nowMs - SWEEPS * sweepEveryMs - settleMs);
    if (gone.length > 0) store.noteGone(id, gone);
  }

  #takeBefore(untilMs: number): readonly string[] | 'any' {
    const gone = Array.from(this.#atMs).flatMap(([path, atMs]) => (atMs <= untilMs ? [path] : []));
    for (const path of gone) this.#atMs.delete(path);
    if (typeof this.#firstMs !== 'number' || this.#firstMs > untilMs) return gone;
    this.#firstMs = null;
    return 'any';
  }
}

/**
 * All known files of a folder, by relative path. A hundred thousand rows are read in a hundred turns of the event loop, so that other work
 * goes on. Those that are to be read again are added to `changed`.
 */
export async function loadKnownFiles(
  store: Pick<IntakeStore, 'knownFiles' | 'toReadAgain'>,
  folderId: FolderId,
  changed: Set<string>,
): Promise<Map<string, KnownFile>> {
  const known = new Map<string, KnownFile>();
  for (const page of store.knownFiles(folderId)) {
    if (known.size > 0) await new Promise<void>((resolve) => endOfTurn(resolve));
    for (const [path, pair] of page) known.set(path, pair);
  }
  for (const path of store.toReadAgain(folderId)) changed.add(path);
  return known;
}
