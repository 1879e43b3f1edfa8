import type { ExistingFiles } from '#shared/domain/folder/folder.ts';
import { type AsItIs, maySendAsItIs, type Unfinished } from '#shared/domain/folder/unfinished.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { CloudQueue } from './cloud/cloud-queue.ts';
import { BulkArrival } from './folder/bulk-arrival.ts';
import { type Hindrance, afterFailure, nextStep, afterLook, type Settling, UNFINISHED_MS } from './settle.ts';
import type { KnownFile } from './store.ts';
import type { Fresh } from './folder/sweep.ts';
import { changed, reportAfterFailure, type UnfinishedReport, unfinishedReportOf, unfinishedOf } from './unfinished.ts';

export type Due = {
  readonly relativePath: string;
  readonly pair: KnownFile;
  readonly kind: Fresh['kind'];
  /** It has waited long enough to be shown in its current state. */
  readonly report: boolean;
  readonly bulkArrival: boolean;
  /** The user has said that this file is to be fetched and sent. */
  readonly wanted?: true;
  readonly cameWhole?: true;
};

export type DueAt = { readonly settleMs: number; readonly nowMs: number; readonly wallMs: number };

export type FirstLook = { readonly existing: ExistingFiles; readonly addedAt: WallMs };

export type NoteAt = {
  readonly nowMs: number;
  readonly wallMs: WallMs;
  readonly first: FirstLook | null;
  readonly bulkArrivedAt: WallMs | null;
  /** When the folder was added, in the first look of a run; null in all others. */
  readonly historyUntil: WallMs | null;
  readonly existing: ExistingFiles;
  /** Whether the journal still asks the user about files that arrived together in this folder. */
  readonly isAsked?: () => boolean;
  /** Whether a file that is seen for the first time came by one move, or from the window. */
  readonly cameWhole?: (file: Fresh) => boolean;
};

type File = Pick<Fresh, 'kind' | 'special' | 'isHeld'> & { readonly settling: Settling; readonly telling: UnfinishedReport };

/** Files of one folder that were found but not taken up yet. In memory only: a sweep finds them again. */
export class Pending {
  readonly #files = new Map<string, File>();
  readonly #bulkArrival = new BulkArrival();
  readonly #cloud = new CloudQueue();
  /** Files that were there when the folder was first seen. */
  #first = new Set<string>();
  /** Files that were missing when they were to be read, perhaps because another disk was mounted there. */
  readonly #gone = new Set<string>();
  /** Files that are being sent as they are right now, at the user's request. */
  readonly #claimed = new Set<string>();

  /** Notes the unknown files of one sweep. `first` is set only in a folder's first sweep, `bulkArrivedAt` only in the first sweep of a run. */
  note(fresh: readonly Fresh[], at: NoteAt): void {
    const paths = new Set(fresh.map(({ relativePath }) => relativePath));
    for (const path of this.#gone) {
      if (!paths.has(path)) this.done(path);
    }
    this.#gone.clear();
    for (const [path, { settling }] of this.#files) {
      if (!paths.has(path) && settling.hindrance?.reported !== true) this.done(path);
    }
    for (const file of fresh) {
      const { relativePath, pair, kind, special } = file;
      const before = this.#files.get(relativePath);
      const isWhole = before === undefined && at.cameWhole?.(file) === true;
      const settling = afterLook(before?.settling, pair, at.nowMs, isWhole);
      // What a program left there long ago says nothing.
      const isHeld = file.awaitsEntries === true || (file.isHeld && at.wallMs - pair.modifiedAt < UNFINISHED_MS);
      this.#files.set(relativePath, { settling, kind, special, isHeld, telling: unfinishedReportOf(before, settling, at) });
    }
    // Files in the cloud only do not delay the end of the first look.
    const here = fresh.filter(({ special }) => special === null);
    if (at.first !== null) this.#noteFirst(here, at.first);
    if (at.bulkArrivedAt !== null) this.#noteRest(fresh, at.bulkArrivedAt);
    this.#noteCloud(fresh, at);
  }

  /** Whether any of them is new to this list. */
  isNews(fresh: readonly Fresh[]): boolean {
    return fresh.some(({ relativePath }) => !this.#files.has(relativePath));
  }

  #noteCloud(fresh: readonly Fresh[], { historyUntil, existing, nowMs, isAsked }: NoteAt): void {
    // Placeholders that were there already do not count towards a bulk arrival. Like a bulk arrival, they are fetched only when the user says so.
    const came = this.#cloud.note(fresh, { historyUntil, isBulkArrival: never });
    if (existing === 'ask') this.#bulkArrival.hold(came);
    const counted = fresh.filter(({ relativePath, special }) => !this.#first.has(relativePath) && !this.#isApart(relativePath, special));
    this.#bulkArrival.note(
      counted.map(({ relativePath }) => relativePath),
      nowMs,
      isAsked,
    );
    this.#cloud.note(counted, { historyUntil: null, isBulkArrival: (path) => this.#bulkArrival.has(path) });
  }

  /** In the cloud only, and not to be counted towards a bulk arrival. */
  #isApart(relativePath: string, special: Fresh['special']): boolean {
    return special === 'stub' || (special === 'placeholder' && this.#cloud.isCounted(relativePath));
  }

  /** If the program ended while taking up a bulk arrival, the rest of it, found later, may be too small to look like one. */
  #noteRest(fresh: readonly Fresh[], bulkArrivedAt: WallMs): void {
    this.#bulkArrival.hold(fresh.filter(({ pair }) => pair.modifiedAt <= bulkArrivedAt).map(({ relativePath }) => relativePath));
  }

  /** A file written after the folder was added is not an existing one, even if the first sweep is late. */
  #noteFirst(fresh: readonly Fresh[], { existing, addedAt }: FirstLook): void {
    this.#first = new Set(fresh.filter(({ pair }) => pair.modifiedAt <= addedAt).map(({ relativePath }) => relativePath));
    if (existing === 'ask') this.#bulkArrival.hold(Array.from(this.#first));
  }

  /** When the newest pending file of a bulk arrival was written; null when no file of a bulk arrival is pending. */
  bulkArrivalUntil(): WallMs | null {
    let until: WallMs | null = null;
    for (const [path, { settling }] of this.#files) {
      const { modifiedAt } = settling.pair;
      if (this.#bulkArrival.has(path) && (until === null || modifiedAt > until)) until = modifiedAt;
    }
    return until;
  }

  /** Files that are quiet now, at most `most` of them. */
  due(at: DueAt, most: number): readonly Due[] {
    const due: Due[] = [];
    for (const [relativePath, { settling, kind, special, isHeld }] of this.#files) {
      if (special !== null || isHeld || this.#claimed.has(relativePath)) continue;
      const step = nextStep(settling, whenFor(settling, at));
      if (step.kind === 'wait') continue;
      due.push({
        relativePath,
        pair: settling.pair,
        kind,
        report: step.kind === 'report',
        bulkArrival: this.#bulkArrival.has(relativePath),
        ...this.#wantedBy(relativePath),
        ...(settling.isWhole ? { cameWhole: true } : {}),
      });
      if (due.length === most) break;
    }
    return due;
  }

  /** When the next file may be quiet, in monotonic milliseconds; infinity when there is none. */
  nextAtMs(at: DueAt): number {
    let nextMs = Number.POSITIVE_INFINITY;
    for (const [relativePath, { settling, special, isHeld }] of this.#files) {
      if (special !== null || isHeld || this.#claimed.has(relativePath)) continue;
      const step = nextStep(settling, whenFor(settling, at));
      if (step.kind !== 'wait') return at.nowMs;
      nextMs = Math.min(nextMs, step.untilMs);
    }
    return nextMs;
  }

  changed({ relativePath, kind }: Due, pair: KnownFile, nowMs: number): void {
    const before = this.#files.get(relativePath);
    // It has gone meanwhile: the next sweep shows what is there.
    if (before === undefined) return;
    this.#files.set(relativePath, {
      ...before,
      settling: afterLook(undefined, pair, nowMs),
      kind,
      telling: changed(before.telling, nowMs),
    });
  }

  /** `isSendable`: the user may have the file sent as it is. */
  hindered({ relativePath, kind, report }: Due, by: Hindrance, { nowMs, isSendable }: { nowMs: number; isSendable: boolean }): void {
    const before = this.#files.get(relativePath);
    if (before === undefined) return;
    const reported = report || before.settling.hindrance?.reported === true;
    const settling = afterFailure(before.settling, by, { nowMs, reported });
    this.#files.set(relativePath, {
      ...before,
      special: null,
      settling,
      kind,
      telling: reportAfterFailure(before.telling, by, isSendable),
    });
    if (reported) this.#first.delete(relativePath);
  }

  /** The file became a placeholder since the last look. */
  wentToCloud(relativePath: string): void {
    const before = this.#files.get(relativePath);
    if (before !== undefined) this.#files.set(relativePath, { ...before, special: 'placeholder' });
  }

  /** The next quiet file to fetch, or null; the one with the earliest due time goes first. */
  dueFetch(at: DueAt): Due | null {
    const [first] = this.#fetches(at).filter(({ atMs }) => atMs <= at.nowMs);
    return first === undefined
      ? null
      : {
          relativePath: first.path,
          pair: first.file.settling.pair,
          kind: 'file',
          report: false,
          bulkArrival: false,
          ...this.#wantedBy(first.path),
        };
  }

  #wantedBy(relativePath: string): { readonly wanted?: true } {
    return this.#cloud.isWanted(relativePath) ? { wanted: true } : {};
  }

  /** When the next file may be due for a fetch, in monotonic milliseconds; infinity when there is none. */
  nextFetchAtMs(at: DueAt): number {
    return Math.min(...this.#fetches(at).map(({ atMs }) => atMs));
  }

  /** In the order in which they are attempted. */
  #fetches(at: DueAt): readonly { readonly path: string; readonly file: File; readonly atMs: number }[] {
    return Array.from(this.#files, ([path, file]) => ({ path, file, atMs: this.#cloud.dueAtMs(path) }))
      .filter(({ path, file }) => file.special === 'placeholder' && !this.#cloud.isHeld(path))
      .map(({ path, file, atMs }) => ({ path, file, atMs: Math.max(atMs, file.settling.sinceMs + at.settleMs) }))
      .toSorted((one, other) => one.atMs - other.atMs);
  }

  fetching(relativePath: string | null): void {
    this.#cloud.fetching(relativePath);
  }

  fetchFailed(relativePath: string, code: string, nowMs: number): void {
    this.#cloud.failed(relativePath, code, nowMs);
  }

  /** The user wants all held placeholders fetched; returns their number. */
  fetchHeld(): number {
    const placeholders = Array.from(this.#files).flatMap(([path, { special }]) => (special === 'placeholder' ? [path] : []));
    const released = this.#cloud.fetchHeld(placeholders);
    for (const path of released) this.#bulkArrival.release(path);
    return released.length;
  }

  /** Files that are being written, not complete, or in the cloud only. */
  unfinished(): Omit<Unfinished, 'folderId'> {
    return unfinishedOf(this.#files, this.#cloud);
  }

  /**
   * Claims an unfinished file that the user wants sent; nothing else takes it up until `release`. Null if it is not one, or is being sent
   * already.
   */
  claim(relativePath: string, now: WallMs): Due | Extract<AsItIs, 'changed' | 'not-fit' | 'too-soon'> | null {
    const file = this.#files.get(relativePath);
    if (file === undefined || !file.telling.isTold || this.#claimed.has(relativePath)) return null;
    const { settling, kind, telling } = file;
    if (settling.hindrance === null) return 'changed';
    if (!telling.isSendable) return 'not-fit';
    if (!maySendAsItIs(telling, now)) return 'too-soon';
    this.#claimed.add(relativePath);
    return { relativePath, pair: settling.pair, kind, report: true, bulkArrival: this.#bulkArrival.has(relativePath) };
  }

  release(relativePath: string): void {
    this.#claimed.delete(relativePath);
  }

  /** The file was missing when it was to be read. Its place in a bulk arrival is remembered until a sweep confirms that it is gone. */
  gone(relativePath: string): void {
    this.#files.delete(relativePath);
    this.#gone.add(relativePath);
  }

  /** The file was taken up, or is gone. */
  done(relativePath: string): void {
    this.#files.delete(relativePath);
    this.#cloud.done(relativePath);
    this.#first.delete(relativePath);
    this.#bulkArrival.release(relativePath);
  }

  /** Every file that was there when the folder was first seen has been dealt with. */
  firstDone(): boolean {
    return this.#first.size === 0;
  }
}

function never(): boolean {
  return false;
}

function whenFor(settling: Settling, { settleMs, nowMs, wallMs }: DueAt): { settleMs: number; nowMs: number; ageMs: number } {
  return { settleMs, nowMs, ageMs: wallMs - settling.pair.modifiedAt };
}
