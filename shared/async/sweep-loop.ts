import type { Clock } from '../ports/clock.ts';
import type { LogFields } from '../ports/log.ts';
import type { Stop } from '../ports/stop.ts';
import { StopSource } from './stop-source.ts';
import { WakeSignal } from './wake-signal.ts';

/** `woken`: somebody asked for this look; otherwise its time has come. `stop`: the loop is being closed. */
export type SweepTurn = { readonly stop: Stop; readonly woken: boolean };

export type SweepLoopOf = {
  readonly clock: Clock;
  /** One look. It answers how many milliseconds to rest before the next one, unless somebody wakes the loop; null ends the loop. */
  readonly look: (turn: SweepTurn) => Promise<number | null> | number | null;
  /** What is logged when a look throws (a full disk under the journal, or a bug), and how long to rest before the next look tries again. */
  readonly failed: { readonly log: (fields: LogFields) => void; readonly restMs: number | (() => number) };
  /** The least time between two looks, however often the loop is woken. */
  readonly minGapMs?: number;
  /** Rests this long before the first look, unless woken. Without it the first look comes at once. */
  readonly firstAfterMs?: number;
  /** Closes the loop from outside, beside `close`. */
  readonly stop?: Stop;
};

/** What the owner of a loop needs of it. */
export type LoopControl = { start(): void; wake(): void; close(): Promise<void> };

/** Looks again and again until it is closed: the slow and certain half of "look again", which a wake makes fast. */
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

  /** Resolves when the loop has ended; never rejects. A start while it runs is made good when a look has ended it, since it may have come after that look. */
  start(): Promise<void> {
    this.#isWanted = true;
    this.#running ??= this.#run();
    return this.#running;
  }

  /** Asks for a look now. During a look it asks for one more, since that look may have read before whatever has changed. */
  wake(): void {
    this.#signal.wake();
  }

  /** Resolves when no look is under way and none will follow. */
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

  /** From the first look to the one that ends it. */
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
      // What a closed journal throws at a look that is ending is nobody's concern.
      if (!this.#stop.aborted) failed.log(fieldsOf(error));
      return typeof failed.restMs === 'number' ? failed.restMs : failed.restMs();
    }
  }
}

/** By name and code, never by its words, which may quote a path. */
function fieldsOf(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: 'unknown' };
  return 'code' in error ? { error: error.name, code: String(error.code) } : { error: error.name };
}
