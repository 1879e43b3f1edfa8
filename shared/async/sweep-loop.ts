import type { Clock, LogFields } from '../ports/world.ts';
import type { Stop } from '../ports/stop.ts';
import { StopSource } from './stop-source.ts';

/** `woken`: the look was asked for, rather than due. `stop`: aborts when the loop is closed. */
export type SweepTurn = { readonly stop: Stop; readonly woken: boolean };

export type SweepLoopOf = {
  readonly clock: Clock;
  /** One look. Returns the milliseconds to rest before the next one, unless the loop is woken earlier; null ends the loop. */
  readonly look: (turn: SweepTurn) => Promise<number | null> | number | null;
  /** What is logged when a look throws (a full disk under the journal, or a bug), and how long to rest before the next look tries again. */
  readonly failed: { readonly log: (fields: LogFields) => void; readonly restMs: number | (() => number) };
  /** The least time between two looks, however often the loop is woken. */
  readonly minGapMs?: number;
  /** Rest before the first look, unless woken. Without it the first look starts at once. */
  readonly firstAfterMs?: number;
  /** Closes the loop from outside, beside `close`. */
  readonly stop?: Stop;
};

/** What the owner of a loop uses. */
export type LoopControl = { start(): void; wake(): void; close(): Promise<void> };

/** Repeats a look until it is closed: the slow and reliable half of "look again". A wake makes it fast. */
export class SweepLoop {
  readonly #of: SweepLoopOf;
  readonly #stop = new StopSource();
  readonly #signal: WakeSignal;
  #running: Promise<void> | null = null;
  #isWanted = false;

  constructor(of: SweepLoopOf) {
    this.#of = of;
    this.#signal = new WakeSignal(of.clock);
  }

  /** Resolves when the loop has ended; never rejects. If a look ends the loop after another `start`, the loop starts again, because that call may have come after the look. */
  start(): Promise<void> {
    this.#isWanted = true;
    this.#running ??= this.#run();
    return this.#running;
  }

  /** Requests a look now. During a look it requests one more, because the current look may have read before the change. */
  wake(): void {
    this.#signal.wake();
  }

  /** Resolves when no look is running and none will follow. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const letGo = this.#stop.follow(this.#of.stop);
    while (this.#isWanted && !this.#stop.aborted) {
      this.#isWanted = false;
      await this.#sweep();
    }
    letGo();
    this.#running = null;
  }

  /** Runs from the first look to the one that ends the loop. */
  async #sweep(): Promise<void> {
    const { clock, minGapMs = 0, firstAfterMs } = this.#of;
    let woken = firstAfterMs === undefined ? this.#signal.take() : await this.#signal.wait(firstAfterMs, this.#stop);
    while (!this.#stop.aborted) {
      const restMs = await this.#look(woken);
      if (restMs === null) return;
      if (minGapMs > 0) await clock.sleep(minGapMs, this.#stop);
      woken = await this.#signal.wait(restMs, this.#stop);
    }
  }

  async #look(woken: boolean): Promise<number | null> {
    const { look, failed } = this.#of;
    try {
      return await look({ stop: this.#stop, woken });
    } catch (error) {
      // A look that is ending may meet a closed journal; that error is expected.
      if (!this.#stop.aborted) failed.log(fieldsOf(error));
      return typeof failed.restMs === 'number' ? failed.restMs : failed.restMs();
    }
  }
}

/** Names the error by name and code, never by its message, which may contain a path. */
function fieldsOf(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: 'unknown' };
  return 'code' in error ? { error: error.name, code: String(error.code) } : { error: error.name };
}

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
