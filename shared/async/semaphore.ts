import type { Stop } from '../ports/stop.ts';

/** Gives the permit back; a second call does nothing. */
export type Release = () => void;

/** Lets a few work at a time, in the order in which they came. The capacity is asked for at each admission, so that a change applies at once. */
export class Semaphore {
  readonly #capacity: () => number;
  // Bounded by the callers: each of them has few acquisitions under way.
  readonly #waiting = new Set<() => void>();
  #taken = 0;

  constructor(capacity: number | (() => number)) {
    this.#capacity = typeof capacity === 'number' ? () => capacity : capacity;
  }

  /** Waits for a permit. Null on `stop`, and then there is nothing to release. */
  acquire(): Promise<Release>;
  acquire(stop: Stop): Promise<Release | null>;
  acquire(stop?: Stop): Promise<Release | null> {
    if (stop?.aborted === true) return Promise.resolve(null);
    return new Promise((resolve) => {
      const enter = (): void => {
        stop?.removeEventListener('abort', giveUp);
        resolve(this.#permit());
      };
      const giveUp = (): void => {
        this.#waiting.delete(enter);
        resolve(null);
      };
      stop?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(enter);
      this.admit();
    });
  }

  /** Admits whoever there is room for: to be called when the capacity may have grown. */
  admit(): void {
    for (const enter of this.#waiting) {
      if (this.#taken >= this.#capacity()) return;
      this.#waiting.delete(enter);
      enter();
    }
  }

  #permit(): Release {
    this.#taken += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#taken -= 1;
      this.admit();
    };
  }
}
