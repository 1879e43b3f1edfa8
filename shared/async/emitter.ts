import type { Stop } from '../ports/stop.ts';

/** Tells everybody who subscribed. What it tells is a hint to look, so that nothing is kept for those who subscribe later. */
export class Emitter<Told extends readonly unknown[] = []> {
  readonly #listeners = new Set<{ readonly tell: (...told: Told) => void }>();

  /** Returns how to unsubscribe, which does no harm a second time. A function that subscribes twice is told twice. */
  readonly subscribe = (tell: (...told: Told) => void): (() => void) => {
    const listener = { tell };
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Tells in the order of subscribing. Who unsubscribes meanwhile is not told any more; who subscribes meanwhile is told the next time. */
  readonly emit = (...told: Told): void => {
    for (const listener of Array.from(this.#listeners)) if (this.#listeners.has(listener)) listener.tell(...told);
  };

  /** Resolves the next time something is told, or on `stop`. */
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
