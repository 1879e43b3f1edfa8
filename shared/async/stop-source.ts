import type { Stop } from '../ports/stop.ts';

/**
 * A small AbortController for code that has no DOM or Node types. It holds a single listener without a set, because the relay
 * keeps one for each quiet stream, and nearly all of them have one listener.
 */
export class StopSource implements Stop {
  aborted = false;
  #first: (() => void) | null = null;
  #others: Set<() => void> | null = null;

  addEventListener(_type: 'abort', listener: () => void): void {
    if (this.aborted || this.#first === listener) return;
    if (this.#first === null) this.#first = listener;
    else (this.#others ??= new Set()).add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    if (this.#first === listener) this.#first = null;
    else this.#others?.delete(listener);
  }

  /** Calls each listener once. */
  abort(): void {
    if (this.aborted) return;
    this.aborted = true;
    const [first, others] = [this.#first, this.#others];
    this.#first = null;
    first?.();
    for (const listener of others ?? []) listener();
    this.#others = null;
  }

  /** Aborts together with `stop`. Returns a function that removes the listener, for a `stop` that outlives this source. */
  follow(stop: Stop | undefined): () => void {
    const abort = (): void => this.abort();
    if (stop?.aborted === true) abort();
    else stop?.addEventListener('abort', abort, { once: true });
    return () => stop?.removeEventListener('abort', abort);
  }
}
