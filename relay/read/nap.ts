import type { Stop } from '#shared/ports/stop.ts';

/** What ends one sleep. An AbortController does that too, in twenty times the memory; there is one for each quiet stream. */
export class Nap implements Stop {
  aborted = false;
  #wake: (() => void) | null = null;

  addEventListener(_type: 'abort', wake: () => void): void {
    this.#wake = wake;
  }

  removeEventListener(): void {
    this.#wake = null;
  }

  end(): void {
    this.aborted = true;
    this.#wake?.();
  }
}
