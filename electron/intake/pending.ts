import type { ExistingFiles } from '#shared/domain/folder.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { Flood } from './flood.ts';
import { type Hindrance, hindered, nextStep, seen, type Settling } from './settle.ts';
import type { KnownFile } from './store.ts';
import type { Fresh } from './sweep.ts';

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

export type NoteAt = { readonly nowMs: number; readonly first: FirstLook | null; readonly floodedAt: WallMs | null };

type File = { readonly settling: Settling; readonly kind: Fresh['kind'] };

/** The files of one folder that were found and are not taken up yet. In memory only: a sweep finds them again. */
export class Pending {
  readonly #files = new Map<string, File>();
  readonly #flood = new Flood();
  /** What lay there when the folder was first seen. */
  #first = new Set<string>();

  /**
   * The unknown files of one sweep. `first` is null but for the first of a folder; `floodedAt` but for the first of a run.
   */
  note(fresh: readonly Fresh[], at: NoteAt): void {
    const paths = new Set(fresh.map(({ relativePath }) => relativePath));
    for (const [path, { settling }] of this.#files) {
      if (!paths.has(path) && settling.hindrance?.reported !== true) this.done(path);
    }
    for (const { relativePath, pair, kind } of fresh) {
      this.#files.set(relativePath, { settling: seen(this.#files.get(relativePath)?.settling, pair, at.nowMs), kind });
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
      if (step.kind === 'wait') continue;
      const flood = this.#flood.has(relativePath);
      due.push({ relativePath, pair: settling.pair, kind, report: step.kind === 'report', flood });
      if (due.length === most) break;
    }
    return due;
  }

  /** When the next one may be quiet, by the monotonic clock; infinity when there is none. */
  nextAtMs(at: DueAt): number {
    let nextMs = Number.POSITIVE_INFINITY;
    for (const { settling } of this.#files.values()) {
      const step = nextStep(settling, whenFor(settling, at));
      if (step.kind !== 'wait') return at.nowMs;
      nextMs = Math.min(nextMs, step.untilMs);
    }
    return nextMs;
  }

  changed({ relativePath, kind }: Due, pair: KnownFile, nowMs: number): void {
    this.#files.set(relativePath, { settling: seen(undefined, pair, nowMs), kind });
  }

  hindered({ relativePath, kind, report }: Due, by: Hindrance, nowMs: number): void {
    const before = this.#files.get(relativePath)?.settling;
    if (before === undefined) return;
    const reported = report || before.hindrance?.reported === true;
    this.#files.set(relativePath, { settling: hindered(before, by, { nowMs, reported }), kind });
    if (reported) this.#first.delete(relativePath);
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
