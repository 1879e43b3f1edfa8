import type { Clock } from '../ports/clock.ts';
import type { Stop } from '../ports/stop.ts';

/** The doorbell of one loop, "look again". A ring while the loop is busy makes its next wait short; many rings are one. */
export class Bell {
  readonly #clock: Clock;
  #rung = false;
  #waker: AbortController | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  ring(): void {
    this.#rung = true;
    this.#waker?.abort('rung');
  }

  /** Until it rings, `milliseconds` have gone by, or `stop` comes. True when it rang. */
  async wait(milliseconds: number, stop: Stop): Promise<boolean> {
    if (!this.#rung && !stop.aborted) await this.#sleep(milliseconds, stop);
    const rung = this.#rung;
    this.#rung = false;
    return rung;
  }

  async #sleep(milliseconds: number, stop: Stop): Promise<void> {
    const waker = new AbortController();
    const wake = (): void => waker.abort('stopped');
    this.#waker = waker;
    // Taken off again after every wait: `stop` lives as long as the program, and a loop waits a million times.
    stop.addEventListener('abort', wake, { once: true });
    await this.#clock.sleep(milliseconds, waker.signal);
    stop.removeEventListener('abort', wake);
    this.#waker = null;
  }
}
