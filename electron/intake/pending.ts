import type { ExistingFiles } from '#shared/domain/folder.ts';
import { type AsItIs, maySendAsItIs, type Unfinished } from '#shared/domain/unfinished.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { Flood } from './flood.ts';
import { type Hindrance, hindered, nextStep, seen, type Settling } from './settle.ts';
import type { KnownFile } from './store.ts';
import type { Fresh } from './sweep.ts';
import { changed, kept, type Telling, tellingOf, unfinishedOf } from './unfinished.ts';

export type Due = {
  readonly relativePath: string;
  readonly pair: KnownFile;
  readonly kind: Fresh['kind'];
  /** It waited long enough to be shown as it is. */
  readonly report: boolean;
  readonly flood: boolean;
};

export type DueAt = { readonly settleMs: number; readonly nowMs: number; readonly wallMs: number };

export type FirstLook = { readonly existing: ExistingFiles; readonly addedAt: WallMs };

export type NoteAt = {
  readonly nowMs: number;
  readonly wallMs: WallMs;
  readonly first: FirstLook | null;
  readonly floodedAt: WallMs | null;
};

type File = { readonly settling: Settling; readonly kind: Fresh['kind']; readonly telling: Telling };

/** The files of one folder that were found and are not taken up yet. In memory only: a sweep finds them again. */
export class Pending {
  readonly #files = new Map<string, File>();
  readonly #flood = new Flood();
  /** What lay there when the folder was first seen. */
  #first = new Set<string>();
  /** A person has them sent as they are, at this moment. */
  readonly #claimed = new Set<string>();

  /**
   * The unknown files of one sweep. `first` is null but for the first of a folder; `floodedAt` but for the first of a run.
   */
  note(fresh: readonly Fresh[], at: NoteAt): void {
    const paths = new Set(fresh.map(({ relativePath }) => relativePath));
    for (const [path, { settling }] of this.#files) {
      if (!paths.has(path) && settling.hindrance?.reported !== true) this.done(path);
    }
    for (const { relativePath, pair, kind } of fresh) {
      const before = this.#files.get(relativePath);
      const settling = seen(before?.settling, pair, at.nowMs);
      this.#files.set(relativePath, { settling, kind, telling: tellingOf(before, settling, at) });
    }
    if (at.first !== null) this.#noteFirst(fresh, at.first);
    if (at.floodedAt !== null) this.#noteRest(fresh, at.floodedAt);
    this.#flood.note(
      Array.from(paths).filter((path) => !this.#first.has(path)),
      at.nowMs,
    );
  }

  /** A program that ended while it took a flood up finds the rest of it later, which is then too little to look like one. */
  #noteRest(fresh: readonly Fresh[], floodedAt: WallMs): void {
    this.#flood.hold(fresh.filter(({ pair }) => pair.modifiedAt <= floodedAt).map(({ relativePath }) => relativePath));
  }

  /** What was written after the folder was added is no leftover, even when the first sweep is late. */
  #noteFirst(fresh: readonly Fresh[], { existing, addedAt }: FirstLook): void {
    this.#first = new Set(fresh.filter(({ pair }) => pair.modifiedAt <= addedAt).map(({ relativePath }) => relativePath));
    if (existing === 'ask') this.#flood.hold(Array.from(this.#first));
  }

  /** Those that are quiet now, `most` of them. */
  due(at: DueAt, most: number): readonly Due[] {
    const due: Due[] = [];
    for (const [relativePath, { settling, kind }] of this.#files) {
      const step = nextStep(settling, whenFor(settling, at));
      if (step.kind === 'wait' || this.#claimed.has(relativePath)) continue;
      due.push({ relativePath, pair: settling.pair, kind, report: step.kind === 'report', flood: this.#flood.has(relativePath) });
      if (due.length === most) break;
    }
    return due;
  }

  /** When the next one may be quiet, by the monotonic clock; infinity when there is none. */
  nextAtMs(at: DueAt): number {
    let nextMs = Number.POSITIVE_INFINITY;
    for (const [relativePath, { settling }] of this.#files) {
      if (this.#claimed.has(relativePath)) continue;
      const step = nextStep(settling, whenFor(settling, at));
      if (step.kind !== 'wait') return at.nowMs;
      nextMs = Math.min(nextMs, step.untilMs);
    }
    return nextMs;
  }

  changed({ relativePath, kind }: Due, pair: KnownFile, nowMs: number): void {
    const before = this.#files.get(relativePath);
    // Gone meanwhile: the next sweep says what lies there.
    if (before === undefined) return;
    this.#files.set(relativePath, { settling: seen(undefined, pair, nowMs), kind, telling: changed(before.telling, nowMs) });
  }

  /** `isSendable`: a person may have it sent as it is. */
  hindered({ relativePath, kind, report }: Due, by: Hindrance, { nowMs, isSendable }: { nowMs: number; isSendable: boolean }): void {
    const before = this.#files.get(relativePath);
    if (before === undefined) return;
    const reported = report || before.settling.hindrance?.reported === true;
    const settling = hindered(before.settling, by, { nowMs, reported });
    this.#files.set(relativePath, { settling, kind, telling: kept(before.telling, by, isSendable) });
    if (reported) this.#first.delete(relativePath);
  }

  /** Files that are being written, or not complete. */
  unfinished(): Omit<Unfinished, 'folderId'> {
    return unfinishedOf(this.#files);
  }

  /** Of them one that a person wants sent: nobody else takes it up until it is released. Null when it is none of them, or is being sent. */
  claim(relativePath: string, now: WallMs): Due | Extract<AsItIs, 'changed' | 'not-fit' | 'too-soon'> | null {
    const file = this.#files.get(relativePath);
    if (file === undefined || !file.telling.isTold || this.#claimed.has(relativePath)) return null;
    const { settling, kind, telling } = file;
    if (settling.hindrance === null) return 'changed';
    if (!telling.isSendable) return 'not-fit';
    if (!maySendAsItIs(telling, now)) return 'too-soon';
    this.#claimed.add(relativePath);
    return { relativePath, pair: settling.pair, kind, report: true, flood: this.#flood.has(relativePath) };
  }

  release(relativePath: string): void {
    this.#claimed.delete(relativePath);
  }

  /** Taken up, or not there any more. */
  done(relativePath: string): void {
    this.#files.delete(relativePath);
    this.#first.delete(relativePath);
    this.#flood.release(relativePath);
  }

  /** All that lay there when the folder was first seen has been dealt with. */
  firstDone(): boolean {
    return this.#first.size === 0;
  }
}

function whenFor(settling: Settling, { settleMs, nowMs, wallMs }: DueAt): { settleMs: number; nowMs: number; ageMs: number } {
  return { settleMs, nowMs, ageMs: wallMs - settling.pair.modifiedAt };
}
