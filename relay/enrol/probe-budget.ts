import { StopSource } from '#shared/async/stop-source.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/world.ts';

/** Proofs that ask the service at the same time. Each sends one request after another. */
const AT_ONCE = 8;
/** Proofs that may fail: an office at once, then two a second, which is ten requests to the service. Successful proofs are not counted. */
const BURST = 60;
const EVERY_MS = SECOND_MS / 2;
/** Proofs that may wait; each holds one request of about a kilobyte. */
const WAITING_MAX = 200;
/** A desktop waits a minute for its proof, and the requests to a slow service take most of it. */
const WAIT_MS = 15 * SECOND_MS;

/** `isFailure`: whether it counts against the budget. */
export type ProbeTurn = { done(isFailure: boolean): void };

/** Waits for a turn: lowest rank first, then first come, first served. Null if none comes in time, or if too many others go first. */
export type ProbeBudget = (rank: number) => Promise<ProbeTurn | null>;

/** Limits what the whole relay asks of the service for proofs, so that strangers cannot burden the service through it. */
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
  /** As in limited.ts: the time up to which failures are paid for. */
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

  /** Starts every proof that may start. If the budget holds back the rest, an alarm wakes them; otherwise a proof that ends does. */
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

  /** Counts each proof as a failure until its outcome is known, so that concurrent ones cannot exceed the budget. */
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
