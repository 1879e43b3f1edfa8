import type { Clock } from '#shared/ports/clock.ts';

/** Wakes one loop. A ring while the loop is busy makes its next wait short; many rings are one. */
export class Bell {
  readonly #clock: Clock;
  #rung = false;
  #waker: AbortController | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  ring(): void {
    this.#rung = true;
    this.#waker?.abort();
  }

  /** True when it rang, false when only the time went by or `stop` came. */
  async wait(milliseconds: number, stop: AbortSignal): Promise<boolean> {
    if (!this.#rung && !stop.aborted) {
      const waker = new AbortController();
      this.#waker = waker;
      await this.#clock.sleep(milliseconds, AbortSignal.any([stop, waker.signal]));
      this.#waker = null;
    }
    const rung = this.#rung;
    this.#rung = false;
    return rung;
  }
}
