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

/**
 * Runs functions one after the other, in the order of the calls. A failure rejects for its own caller only, and does not delay the others.
 */
export class Mutex {
  #last: Promise<void> = Promise.resolve();

  async run<T>(act: () => Promise<T> | T): Promise<T> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    try {
      return await act();
    } finally {
      resolve();
    }
  }
}

type BoundedQueueOf<T> = {
  readonly sizeOf: (entry: T) => number;
  /** The writer is paused above this size and resumed below half of it. */
  readonly most: number;
  readonly pause: () => void;
  readonly resume: () => void;
};

/** A queue between one writer that pushes and one reader that pulls. The writer is paused while the reader is slow. */
export class BoundedQueue<T> {
  readonly #of: BoundedQueueOf<T>;
  readonly #waiting: T[] = [];
  #size = 0;
  #isEnded = false;
  #isPaused = false;
  #wake: () => void = () => undefined;

  constructor(of: BoundedQueueOf<T>) {
    this.#of = of;
  }

  push(entry: T): void {
    const { sizeOf, most, pause } = this.#of;
    this.#waiting.push(entry);
    this.#size += sizeOf(entry);
    if (this.#size > most && !this.#isPaused) {
      this.#isPaused = true;
      pause();
    }
    this.#wake();
  }

  /** Nothing more will be pushed. Queued entries are still read. */
  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  /** May be called once. `left` is called when the reader stops, at the end or before it. */
  async *read(left: () => void): AsyncGenerator<T, void, void> {
    try {
      for (;;) {
        const [entry] = this.#waiting;
        if (this.#waiting.length > 0) yield this.#take(entry as T);
        else if (this.#isEnded) return;
        else await this.#pushed();
      }
    } finally {
      left();
    }
  }

  #take(entry: T): T {
    this.#waiting.shift();
    this.#size -= this.#of.sizeOf(entry);
    if (this.#isPaused && this.#size < this.#of.most / 2) {
      this.#isPaused = false;
      this.#of.resume();
    }
    return entry;
  }

  #pushed(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
