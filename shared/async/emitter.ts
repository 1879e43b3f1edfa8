import type { Stop } from '../ports/stop.ts';

/** Notifies all subscribers. A notification is only a hint to look again, so nothing is stored for later subscribers. */
export class Emitter<Told extends readonly unknown[] = []> {
  readonly #listeners = new Set<{ readonly tell: (...told: Told) => void }>();

  /** Returns a function that unsubscribes and may be called twice. A function that is subscribed twice is notified twice. */
  readonly subscribe = (tell: (...told: Told) => void): (() => void) => {
    const listener = { tell };
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Notifies in the order of subscription. A subscriber removed during the call is skipped; one added during the call is notified next time. */
  readonly emit = (...told: Told): void => {
    for (const listener of Array.from(this.#listeners)) if (this.#listeners.has(listener)) listener.tell(...told);
  };

  /** Resolves on the next notification, or on `stop`. */
  next(stop?: Stop): Promise<void> {
    if (stop?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        unsubscribe();
        stop?.removeEventListener('abort', done);
        resolve();
      };
      const unsubscribe = this.subscribe(done);
      stop?.addEventListener('abort', done, { once: true });
    });
  }
}

/** An event that happens only once. Whoever subscribes after that is called at once. */
export class OnceEmitter {
  #isOver = false;
  readonly #emitter = new Emitter();

  subscribe(listener: () => void): void {
    if (this.#isOver) listener();
    else this.#emitter.subscribe(listener);
  }

  /** Only the first call counts. */
  emit(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#emitter.emit();
  }
}
