export type BoundedQueueOf<T> = {
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
