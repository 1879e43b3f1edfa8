import { StopSource } from '#shared/async/stop-source.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';

/** Proofs that ask the service at the same time; each asks one question after the other. */
const AT_ONCE = 8;
/** Proofs that may fail: an office at once, then two a second, which is ten questions. Those that hold are not counted. */
const BURST = 60;
const EVERY_MS = SECOND_MS / 2;
/** Who waits: a request each, of a kilobyte or so. */
const WAITING_MAX = 200;
/** A desktop waits a minute for its proof, of which the questions to a slow service need most. */
const WAIT_MS = 15 * SECOND_MS;

/** `isFailure`: it counts against the budget. */
export type ProbeTurn = { done(isFailure: boolean): void };

/** Resolves when it is one's turn: the lowest rank first, then who came first. Null when it does not come in time, or too many others go first. */
export type ProbeBudget = (rank: number) => Promise<ProbeTurn | null>;

/** What the whole relay asks of the service for proofs, so that strangers cannot make it a burden there. */
export function probeBudget(clock: Clock, stop: AbortSignal): ProbeBudget {
  const queue = new Queue(clock, stop);
  return (rank) => queue.turn(rank);
}

type Waiting = { readonly rank: number; readonly begin: (turn: ProbeTurn | null) => void };

class Queue {
  readonly #clock: Clock;
  readonly #stop: AbortSignal;
  readonly #waiting: Waiting[] = [];
  #running = 0;
  /** As in rate-limit.ts: failures are paid for until then. */
  #paidUntilMs = -Infinity;
  #isWakeUpSet = false;

  constructor(clock: Clock, stop: AbortSignal) {
    this.#clock = clock;
    this.#stop = stop;
  }

  turn(rank: number): Promise<ProbeTurn | null> {
    return new Promise((resolve) => {
      const begun = new StopSource();
      const begin = (turn: ProbeTurn | null): void => {
        begun.abort();
        resolve(turn);
      };
      const one = { rank, begin };
      this.#enqueue(one);
      this.#next();
      if (!begun.aborted) void this.#giveUp(one, begun);
    });
  }

  #enqueue(one: Waiting): void {
    const behind = this.#waiting.findIndex(({ rank }) => rank > one.rank);
    this.#waiting.splice(behind < 0 ? this.#waiting.length : behind, 0, one);
    if (this.#waiting.length > WAITING_MAX) this.#waiting.pop()?.begin(null);
  }

  /** All that may go on now; for the rest an alarm, where none of those who ask at the moment will wake them. */
  #next(): void {
    while (this.#running < AT_ONCE && this.#waitMs() <= 0) {
      const first = this.#waiting.shift();
      if (first === undefined) return;
      first.begin(this.#begun());
    }
    if (this.#waiting.length > 0 && this.#waitMs() > 0 && !this.#isWakeUpSet) void this.#wakeUp();
  }

  #waitMs(): number {
    return this.#paidUntilMs + EVERY_MS - (this.#clock.monotonicMs() + BURST * EVERY_MS);
  }

  /** Counted before it is known to fail, so that those at the same time cannot exceed the budget. */
  #begun(): ProbeTurn {
    this.#running += 1;
    this.#paidUntilMs = Math.max(this.#paidUntilMs, this.#clock.monotonicMs()) + EVERY_MS;
    return {
      done: (isFailure) => {
        this.#running -= 1;
        if (!isFailure) this.#paidUntilMs -= EVERY_MS;
        this.#next();
      },
    };
  }

  async #wakeUp(): Promise<void> {
    this.#isWakeUpSet = true;
    await this.#clock.sleep(this.#waitMs(), this.#stop);
    this.#isWakeUpSet = false;
    if (!this.#stop.aborted) this.#next();
  }

  async #giveUp(one: Waiting, begun: StopSource): Promise<void> {
    const letGo = begun.follow(this.#stop);
    await this.#clock.sleep(WAIT_MS, begun);
    letGo();
    const at = this.#waiting.indexOf(one);
    if (at < 0) return;
    this.#waiting.splice(at, 1);
    one.begin(null);
  }
}
