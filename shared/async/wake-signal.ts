import type { Clock } from '../ports/clock.ts';
import type { Stop } from '../ports/stop.ts';
import { StopSource } from './stop-source.ts';

/** Lets others cut the rest of one loop short: "look again". A wake while nobody rests is kept for the next rest; many wakes are one. */
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

  /** Whether it was woken since it was last asked. */
  take(): boolean {
    const woken = this.#woken;
    this.#woken = false;
    return woken;
  }

  /** Rests until it is woken, `milliseconds` have passed, or `stop` comes; for one caller at a time. True when it was woken. */
  async wait(milliseconds: number, stop?: Stop): Promise<boolean> {
    if (this.#woken) return this.take();
    const resting = new StopSource();
    this.#resting = resting;
    const letGo = resting.follow(stop);
    await this.#clock.sleep(milliseconds, resting);
    // `stop` lives as long as the program, and a loop rests a million times.
    letGo();
    this.#resting = null;
    return this.take();
  }
}
