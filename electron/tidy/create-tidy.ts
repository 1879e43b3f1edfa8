import { StopSource } from '#shared/async/stop-source.ts';
import { SweepLoop } from '#shared/async/sweep-loop.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { backOffMs } from '#shared/lib/back-off.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Log } from '#shared/ports/log.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { TidyFile } from './store.ts';
import { type Tidied, type TidyFileDeps, tidyFile } from './tidy-file.ts';

export type TidyDeps = TidyFileDeps & { readonly clock: Clock; readonly log: Log };

export type Tidy = {
  start(): void;
  /** This item has its result, or a new copy of it was found. */
  ring(itemId: ItemId): void;
  /** The settings for files with a result were changed: looks at all files. */
  lookAgain(): void;
  close(): Promise<void>;
};

/** The sweep behind the doorbell and behind the retries. Nothing waits for these files, so it may be slow. */
const SWEEP_EVERY_MS = 10 * MINUTE_MS;
/** Files read from the journal at a time. */
const PAGE = 100;
/** After this many attempts the file is reported as staying where it is. With the back-off that takes about an hour. */
const TRIES_MAX = 12;

/** Handles files after their document's result (left, or moved; never deleted, never replaced), one file at a time. */
export function createTidy(deps: TidyDeps): Tidy {
  const { clock, log } = deps;
  const stop = new StopSource();
  const rung = new Set<ItemId>();
  const round = new Round(deps, stop);
  let sweptAtMs = Number.NEGATIVE_INFINITY;

  const look = async (): Promise<number> => {
    const nowMs = clock.monotonicMs();
    const isSweep = nowMs - sweptAtMs >= SWEEP_EVERY_MS;
    const items = new Set([...rung, ...round.resting.awake(nowMs)]);
    rung.clear();
    if (isSweep) sweptAtMs = nowMs;
    for (const itemId of isSweep ? [null] : items) await round.tidy(itemId);
    return Math.max(0, Math.min(sweptAtMs + SWEEP_EVERY_MS - nowMs, round.resting.nextMs(nowMs)));
  };
  const loop = new SweepLoop({
    clock,
    look,
    failed: { log: (fields) => log.error('tidying broke off', fields), restMs: SWEEP_EVERY_MS },
  });
  return {
    start: () => void loop.start(),
    ring: (itemId) => {
      rung.add(itemId);
      loop.wake();
    },
    lookAgain: () => {
      sweptAtMs = Number.NEGATIVE_INFINITY;
      loop.wake();
    },
    close: async () => {
      stop.abort();
      await loop.close();
    },
  };
}

/** One look at what is due. */
class Round {
  readonly resting = new Resting();
  readonly #deps: TidyDeps;
  readonly #stop: Stop;

  constructor(deps: TidyDeps, stop: Stop) {
    this.#deps = deps;
    this.#stop = stop;
  }

  /** Handles the files of one item, or of all (null). */
  async tidy(itemId: ItemId | null): Promise<void> {
    // Every file of a page is handled or put to rest, so the next page is another one.
    for (let more = true; more && !this.#stop.aborted; ) {
      const rows = this.#deps.store.due({ itemId, limit: PAGE + this.resting.count() });
      const due = rows.filter((file) => !this.resting.has(file));
      for (const file of due) {
        if (this.#stop.aborted) return;
        this.#record(file, await tidyFile(file, this.#deps));
      }
      more = due.length > 0;
    }
  }

  #record(file: TidyFile, tidied: Tidied): void {
    if (tidied.kind === 'done') return this.resting.over(file);
    const code = 'code' in tidied ? tidied.code : 'gone';
    const tries = this.resting.rest(file, this.#deps.clock.monotonicMs());
    const stays = tidied.kind === 'stays' || (tidied.kind === 'later' && tries >= TRIES_MAX);
    this.#deps.log.warn('a file was not moved', { itemId: file.itemId, code, stays });
    if (!stays) return;
    this.#deps.store.done(file, code);
    this.resting.over(file);
  }
}

/** Files that could not be handled yet, each with the time of its next attempt. In memory only: a new start tries again. */
class Resting {
  /** `atMs` is null while the file is being tried. */
  readonly #files = new Map<string, { readonly itemId: ItemId; readonly atMs: number | null; readonly tries: number }>();

  /** Returns the number of attempts so far. */
  rest(file: TidyFile, nowMs: number): number {
    const tries = (this.#files.get(keyOf(file))?.tries ?? 0) + 1;
    this.#files.set(keyOf(file), { itemId: file.itemId, atMs: nowMs + backOffMs(tries, 1), tries });
    return tries;
  }

  /** The items whose time has come. */
  awake(nowMs: number): readonly ItemId[] {
    const awake = Array.from(this.#files).filter(([, { atMs }]) => atMs !== null && atMs <= nowMs);
    for (const [key, file] of awake) this.#files.set(key, { ...file, atMs: null });
    return awake.map(([, { itemId }]) => itemId);
  }

  has(file: TidyFile): boolean {
    return typeof this.#files.get(keyOf(file))?.atMs === 'number';
  }

  over(file: TidyFile): void {
    this.#files.delete(keyOf(file));
  }

  count(): number {
    return this.#files.size;
  }

  /** Milliseconds until the next attempt; infinity if there is none. */
  nextMs(nowMs: number): number {
    let nextMs = Number.POSITIVE_INFINITY;
    for (const { atMs } of this.#files.values()) if (atMs !== null) nextMs = Math.min(nextMs, Math.max(0, atMs - nowMs));
    return nextMs;
  }
}

function keyOf({ folderId, relativePath, itemId }: TidyFile): string {
  return `${folderId} ${itemId} ${relativePath}`;
}
