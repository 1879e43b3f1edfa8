export type BoundedQueueOf<T> = {
  readonly sizeOf: (entry: T) => number;
  /** Above this much the writer is paused; below half of it the writer goes on. */
  readonly most: number;
  readonly pause: () => void;
  readonly resume: () => void;
};

/** Turns what is pushed into what is pulled, by one reader, and pauses the writer while the reader is slow. */
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

  /** Nothing more comes; what waits is still read. */
  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  /** To be read once. `left` is called when the reader goes, at the end or before it. */
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
