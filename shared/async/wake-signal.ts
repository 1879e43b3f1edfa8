import type { Clock } from '../ports/clock.ts';
import type { Stop } from '../ports/stop.ts';
import { StopSource } from './stop-source.ts';

/** Cuts the rest of one loop short: "look again". A wake while the loop is not resting counts for its next rest; many wakes count as one. */
export class WakeSignal {
  readonly #clock: Pick<Clock, 'sleep'>;
  #woken = false;
  #resting: StopSource | null = null;

  constructor(clock: Pick<Clock, 'sleep'>) {
    this.#clock = clock;
  }

  wake(): void {
    this.#woken = true;
    this.#resting?.abort();
  }

  /** Whether there was a wake since the last call. */
  take(): boolean {
    const woken = this.#woken;
    this.#woken = false;
    return woken;
  }

  /** Rests until a wake, `milliseconds`, or `stop`. For one caller at a time. Returns true after a wake. */
  async wait(milliseconds: number, stop?: Stop): Promise<boolean> {
    if (this.#woken) return this.take();
    const resting = new StopSource();
    this.#resting = resting;
    const letGo = resting.follow(stop);
    await this.#clock.sleep(milliseconds, resting);
    // `stop` lives as long as the program, and a loop rests a million times: the listener has to be removed.
    letGo();
    this.#resting = null;
    return this.take();
  }
}
