import { Mutex } from '#shared/async/mutex.ts';
import type { Watch, WatchRing } from '#shared/ports/files.ts';
import type { FoundVolume } from '../platform/volumes/volume-finder.ts';
import type { ForeignPlace } from './foreign-place.ts';

export type PlacedWatchDeps = {
  readonly placeOf: () => Promise<FoundVolume>;
  readonly onTable: (again: () => void) => () => void;
  readonly here: (path: string, ring: WatchRing) => Watch;
  readonly foreign: (place: string) => Pick<ForeignPlace, 'watch' | 'unwatch'>;
  /** Mount points of other disks below a folder. */
  readonly below: (path: string) => readonly string[];
};

let watches = 0;

/** Watches a folder at its current place, and moves the watch when another disk is mounted there. */
export class PlacedWatch implements Watch {
  readonly #ring: WatchRing;
  readonly #by: PlacedWatchDeps;
  #at: FoundVolume | null = null;
  #stop: (() => void | Promise<void>) | null = null;
  readonly #turns = new Mutex();
  readonly #offTable: () => void;
  #isClosed = false;

  constructor(ring: WatchRing, by: PlacedWatchDeps) {
    this.#ring = ring;
    this.#by = by;
    this.#offTable = by.onTable(() => this.#placeAgain());
    this.#placeAgain();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#offTable();
    await this.#turns.run(() => this.#stop?.());
  }

  #placeAgain(): void {
    if (!this.#isClosed) void this.#turns.run(() => this.#place());
  }

  async #place(): Promise<void> {
    const at = await this.#by.placeOf();
    if (this.#isClosed || (this.#at?.place === at.place && this.#at.path === at.path)) return;
    await this.#stop?.();
    this.#at = at;
    this.#stop = this.#begin(at);
  }

  #begin({ place, path }: FoundVolume): () => void | Promise<void> {
    const { here, foreign, below } = this.#by;
    if (place === null) {
      const watch = here(path, this.#ring);
      return () => watch.close();
    }
    watches += 1;
    const number = watches;
    foreign(place).watch(number, { path, others: below(path), ring: this.#ring });
    return () => foreign(place).unwatch(number);
  }
}
