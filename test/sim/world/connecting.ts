import type { Clock } from '#shared/ports/world.ts';

/** What follows within this time belongs to the same try. */
const SAME_TRY_MS = 1_000;

/** For how long one run of a program has been asking for tokens and connections for its documents, without a pause. */
export class Connecting {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #underWay = 0;
  #sinceMs: number;
  #idleMs: number;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
    this.#sinceMs = this.#idleMs = clock.monotonicMs();
  }

  /** A request begins; the result is called when it ends. */
  begin(): () => void {
    const now = this.#clock.monotonicMs();
    if (this.#underWay === 0 && now - this.#idleMs > SAME_TRY_MS) this.#sinceMs = now;
    this.#underWay += 1;
    return () => {
      this.#underWay -= 1;
      this.#idleMs = this.#clock.monotonicMs();
    };
  }

  forMs(): number {
    return this.#clock.monotonicMs() - this.#sinceMs;
  }
}
