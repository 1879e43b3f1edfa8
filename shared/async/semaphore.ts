import type { Stop } from '../ports/stop.ts';

/** Returns the permit. A second call does nothing. */
export type Release = () => void;

/** Limits how many callers work at a time, first come, first served. The capacity is read at each admission, so a change applies at once. */
export class Semaphore {
  readonly #capacity: () => number;
  // Bounded by the callers, each of which has few pending acquisitions.
  readonly #waiting = new Set<() => void>();
  #taken = 0;

  constructor(capacity: number | (() => number)) {
    this.#capacity = typeof capacity === 'number' ? () => capacity : capacity;
  }

  /** Waits for a permit. Resolves with null on `stop`; then there is nothing to release. */
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

  /** Admits as many waiting callers as the capacity allows. Call it when the capacity may have grown. */
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
