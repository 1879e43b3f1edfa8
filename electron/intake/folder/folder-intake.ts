import { SweepLoop } from '#shared/async/sweep-loop.ts';
import type { Folder, FolderState, Watching } from '#shared/domain/folder/folder.ts';
import type { FolderId } from '#shared/domain/ids.ts';
import type { AsItIs, Unfinished } from '#shared/domain/folder/unfinished.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { answerOf, untilEnded } from '../answer-of.ts';
import { applyTaken } from '../apply-taken.ts';
import { enqueue, type Found, takeUp } from '../take-up.ts';
import { FetchQueue } from '../cloud/fetch-queue.ts';
import { type FolderDeps, FolderReport } from './folder-deps.ts';
import { Arrivals, FolderWatch, SweepPace } from './folder-watch.ts';
import { FolderIdentityCheck, type FoldersPassedOver } from './folder-identity-check.ts';
import { isAwaited, NoteFiles, waitForEntries } from './note-files.ts';
import { loadKnownFiles, Recheck, VanishedFiles } from './recheck.ts';
import { type Due, type DueAt, Pending } from '../pending.ts';
import { sendAsItIs } from '../send-as-it-is.ts';
import type { Enqueued, KnownFile } from '../store.ts';
import { sweep, type Swept } from './sweep.ts';
import { ToldUnfinished } from '../unfinished.ts';

/** Files taken up before the loop checks for a stop or a new sweep. */
const TAKEN_AT_ONCE = 64;
/** Concurrent workers, so that files are read while another is flushed to the disk. The read permits limit how many are in memory. */
const HANDS = 8;
/** Pause after an unexpected failure, such as a full disk below the journal. */
const AFTER_FAULT_MS = 30 * SECOND_MS;

/** The loop of one folder: doorbell or time → sweep → settle → read and inspect → enqueue. Ends on `stop`, or when the folder is off the list. */
export class FolderIntake {
  readonly #id: FolderId;
  readonly #by: FolderDeps;
  readonly #loop: SweepLoop;
  readonly #watch: FolderWatch;
  readonly #pace = new SweepPace();
  #known: Map<string, KnownFile> | null = null;
  #stale = false;
  #pending = new Pending();
  #recheck: Recheck;
  readonly #vanished: VanishedFiles;
  #addedAt: number | null = null;
  readonly #place: FolderIdentityCheck;
  #asked = true;
  #present = false;
  #sweptAtMs = Number.NEGATIVE_INFINITY;
  readonly #reported: FolderReport;
  readonly #told = new ToldUnfinished();
  readonly #notes: NoteFiles;
  readonly #fetches: FetchQueue;
  readonly arrivals = new Arrivals();

  constructor(id: FolderId, deps: FolderDeps) {
    this.#id = id;
    this.#by = deps;
    this.#loop = new SweepLoop({
      clock: deps.clock,
      stop: deps.stop,
      look: ({ woken }) => this.#look(woken),
      // Logged and tried again later: later rounds, and the other folders, go on.
      failed: { log: (fields) => deps.log.error('a look at a folder broke', { folderId: id, ...fields }), restMs: AFTER_FAULT_MS },
    });
    this.#watch = new FolderWatch(id, deps);
    this.#place = new FolderIdentityCheck(deps.files);
    this.#reported = new FolderReport(deps);
    this.#recheck = new Recheck(deps);
    this.#vanished = new VanishedFiles(deps);
    this.#fetches = new FetchQueue(deps);
    this.#notes = new NoteFiles(deps);
  }

  /** Looks again at once, and reads the known files from the journal again. */
  lookAgain(): void {
    this.#known = null;
    this.#stale = true;
    this.#loop.wake();
  }

  async run(): Promise<void> {
    const first = this.#folder();
    if (first === null) return;
    const watch = this.#watch.begin(first.path, () => this.#loop.wake());
    await this.#loop.start();
    await Promise.all([watch?.close(), this.#fetches.ended()]);
  }

  /** How it currently learns of new files. */
  get watching(): Watching {
    return this.#watch.watching;
  }

  /** Sub-folders that the last sweep did not enter. */
  get passedOver(): FoldersPassedOver {
    return this.#place.passedOver;
  }

  /** Its files that are being written, not complete, or in the cloud only; none while the folder is away. */
  get unfinished(): Unfinished {
    return { folderId: this.#id, ...(this.#present ? this.#pending.unfinished() : { files: [], more: 0 }) };
  }

  /** Sends an incomplete file at the user's request. Null when the path is not one of the unfinished files. */
  async sendAsItIs(relativePath: string): Promise<AsItIs | null> {
    const folder = this.#present ? this.#folder() : null;
    if (folder === null) return null;
    const became = await sendAsItIs(folder, relativePath, { ...this.#by, ...this.#into(folder) });
    this.#loop.wake();
    return became;
  }

  /** Fetches and sends the held placeholders at the user's request; returns their number. */
  fetchHeld(): number {
    const files = this.#present ? this.#pending.fetchHeld() : 0;
    this.#loop.wake();
    return files;
  }

  #folder(): Folder | null {
    return this.#by.store.folder(this.#id);
  }

  /** Null when the folder is off the list, which ends the loop. */
  async #look(woken: boolean): Promise<number | null> {
    if (woken) this.#asked = true;
    try {
      const folder = this.#folder();
      return folder === null ? null : await this.#round(folder);
    } finally {
      if (this.#told.isNews(this.unfinished)) this.#by.listening();
    }
  }

  /** Returns the milliseconds until the next round. */
  async #round(folder: Folder): Promise<number> {
    const { clock, stop, sweepEveryMs } = this.#by;
    const sweeps = this.#sweepAtMs() <= clock.monotonicMs();
    if (sweeps) await this.#sweep(folder);
    if (stop.aborted) return 0;
    const noted = this.#present && (await this.#notes.readQuiet(folder));
    if (typeof noted !== 'boolean') await this.#late(folder, noted.ended);
    else if (noted) this.#asked = true;
    const takenAtMs = this.#present ? await this.#takeDue(folder, sweeps) : Number.POSITIVE_INFINITY;
    // New files go first.
    const again = this.#present && takenAtMs > clock.monotonicMs() && !stop.aborted && (await this.#recheckSome(folder));
    const of = { folder, ...this.#into(folder), at: this.#dueAt(folder), news: () => this.#loop.wake() };
    const fetchAtMs = this.#present && !stop.aborted ? this.#fetches.step(of) : Number.POSITIVE_INFINITY;
    const wakeAtMs = again ? clock.monotonicMs() : Math.min(takenAtMs, fetchAtMs, this.#sweepAtMs(), this.#notes.nextAtMs(folder));
    return Math.min(Math.max(0, wakeAtMs - clock.monotonicMs()), sweepEveryMs);
  }

  #sweepAtMs(): number {
    const { sweepEveryMs } = this.#by;
    return this.#sweptAtMs + (this.#asked ? Math.min(this.#pace.gapMs, sweepEveryMs) : sweepEveryMs);
  }

  async #sweep(folder: Folder): Promise<void> {
    const { clock, files, store, stop } = this.#by;
    this.#asked = false;
    this.#meetAnew(folder);
    this.#stale = false;
    const known = this.#known ?? (await loadKnownFiles(store, folder.id, this.#recheck.changed));
    // If a new look was requested during the read, this sweep uses the rows and the next one reads them again.
    this.#known = this.#stale ? null : known;
    if (stop.aborted) return;
    const { path, subfolders, resultFolders, notes } = folder;
    const fromMs = clock.monotonicMs();
    const of = { files, path, known, changed: this.#recheck.changed, subfolders, notes, resultFolders: Object.values(resultFolders ?? {}) };
    const answer = await answerOf(sweep(of), this.#by);
    // Only the walk counts: a slow journal disk must not delay noticing the next file.
    this.#pace.walked(clock.monotonicMs() - fromMs);
    const state = answer.kind === 'late' ? 'silent' : this.#place.judge(folder, answer.value);
    if (stop.aborted) return;
    this.#present = state === 'present';
    if (answer.kind === 'answered' && answer.value.kind === 'seen' && state === 'present') this.#noteSeen(folder, answer.value);
    await this.#report(folder, state);
    if (answer.kind === 'late') await untilEnded(answer.ended, this.#by);
    this.#sweptAtMs = clock.monotonicMs();
  }

  /** Starts afresh when the user said that the folder there now is the right one: everything seen before belongs to another. */
  #meetAnew({ addedAt }: Folder): void {
    if (this.#addedAt === addedAt) return;
    this.#addedAt = addedAt;
    this.#place.forget();
    this.#pending = new Pending();
    this.#recheck = new Recheck(this.#by);
  }

  #noteSeen(folder: Folder, swept: Extract<Swept, { kind: 'seen' }>): void {
    const { clock, store, reader } = this.#by;
    // The reading process is ready before the files have settled; a start that finds nothing new does not need it.
    if (this.#pending.isNews(swept.fresh)) reader.ready();
    const startsRun = this.#place.identity === null;
    if (this.#place.note(folder, swept)) this.#by.listening();
    this.#pending.note(waitForEntries(folder, this.#notes.note(swept)), {
      nowMs: clock.monotonicMs(),
      wallMs: clock.wallMs(),
      first: folder.identity === null && startsRun ? folder : null,
      // Queried only if there is something to hold: it walks over every document of the folder.
      bulkArrivedAt: startsRun && swept.fresh.length > 0 ? store.bulkArrivedAt(folder.id) : null,
      historyUntil: startsRun ? folder.addedAt : null,
      existing: folder.existing,
      isAsked: () => store.isAskedAbout(folder),
      cameWhole: (file) => this.arrivals.isWhole(file, folder.waits),
    });
    this.arrivals.looked(swept.unfinished);
    this.#recheck.note(swept);
    this.#vanished.note(folder, swept.vanished);
    for (const path of swept.vanished) {
      this.#known?.delete(path);
      for (const one of [this.#pending, this.#recheck]) one.done(path);
    }
  }

  /** True when there is more to do at once. */
  async #recheckSome(folder: Folder): Promise<boolean> {
    const rechecked = await this.#recheck.step(folder, (files) => {
      for (const { relativePath, known } of files) this.#known?.set(relativePath, known);
    });
    if (rechecked.kind === 'late') {
      await this.#late(folder, rechecked.ended);
      return false;
    }
    if (rechecked.kind === 'changed') this.#asked = true;
    return rechecked.kind !== 'rest';
  }

  /** The disk does not answer, so the folder is silent until it does. */
  async #late(folder: Folder, ended: Promise<unknown>): Promise<void> {
    this.#present = false;
    await this.#report(folder, 'silent');
    await untilEnded(ended, this.#by);
    this.#asked = true;
  }

  async #report(folder: Folder, state: FolderState): Promise<void> {
    if (state === 'present') this.#by.store.noteBulkArrival(folder.id, this.#pending.bulkArrivalUntil());
    // The identity is stored only once the first look is complete: a restart before that must treat the rest as existing files too.
    const identity = state === 'present' && this.#pending.firstDone() ? this.#place.identity : null;
    await this.#reported.tell(folder, state, identity);
  }

  /** Takes up quiet files; returns when the next one will be quiet. `wasSwept`: this round has just swept. */
  async #takeDue(folder: Folder, wasSwept: boolean): Promise<number> {
    const { clock, stop } = this.#by;
    const due = this.#pending.due(this.#dueAt(folder), TAKEN_AT_ONCE);
    if (due.length > 0 && !wasSwept && !(await this.#isStill(folder))) return clock.monotonicMs();
    const left = due.values();
    let away = false;
    const hand = async (): Promise<void> => {
      for (const file of left) {
        const capacity = this.#by.copies.waitForCapacity();
        if (capacity !== null) await capacity;
        if (away || stop.aborted) return;
        if (!(await this.#take(folder, file))) away = true;
      }
    };
    await Promise.all(Array.from({ length: HANDS }, hand));
    if (away || stop.aborted) return clock.monotonicMs();
    if (due.length > 0) await this.#report(folder, 'present');
    if (due.some((file) => isAwaited(folder, file))) this.#asked = true;
    return this.#pending.nextAtMs(this.#dueAt(folder));
  }

  /** Since the last sweep another disk may have been mounted, with files of the same names: then a sweep decides what became of the folder. */
  async #isStill(folder: Folder): Promise<boolean> {
    const answer = await answerOf(this.#place.isStill(folder.path), this.#by);
    if (answer.kind === 'answered' && answer.value) return true;
    this.#asked = true;
    if (answer.kind === 'late') await this.#late(folder, answer.ended);
    else this.#present = false;
    return false;
  }

  /** False when the disk does not answer, or on `stop`. */
  async #take(folder: Folder, file: Due): Promise<boolean> {
    const taken = await takeUp(folder, file, this.#by);
    if (this.#by.stop.aborted) return false;
    const late = await applyTaken(file, taken, { ...this.#into(folder), nowMs: this.#by.clock.monotonicMs() });
    if (late !== null) await this.#late(folder, late.ended);
    return late === null;
  }

  #dueAt({ settleMs }: Folder): DueAt {
    return { settleMs, nowMs: this.#by.clock.monotonicMs(), wallMs: this.#by.clock.wallMs() };
  }

  /** Where files go after they were read. */
  #into({ id: folderId }: Folder) {
    const into = async ({ relativePath, bulkArrival, wanted, cameWhole }: Due, { pair, ...found }: Found): Promise<Enqueued> => {
      const note = this.#notes.of(relativePath);
      const enqueued = await enqueue({ folderId, relativePath, known: pair, bulkArrival, wanted, cameWhole, note, ...found }, this.#by);
      this.#known?.set(relativePath, pair);
      this.#recheck.done(relativePath);
      return enqueued;
    };
    return { pending: this.#pending, place: this.#place, enqueue: into };
  }
}
