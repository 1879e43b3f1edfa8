/**
 * Between two sweeps that were rung for, at least; and walking takes at most a fifth of the time, or what it takes without rings. One walk
 * that took long is chance, as the first of a start is, when nothing is in memory yet: the shorter of the last two counts.
 */
const GAP_MS_MIN = 10;
const GAP_TIMES = 4;

/** How soon after a sweep a ring is answered by the next one. */
export class SweepPace {
  gapMs = GAP_MS_MIN;
  #walkedMs = 0;

  walked(milliseconds: number): void {
    this.gapMs = Math.max(GAP_MS_MIN, Math.min(this.#walkedMs, milliseconds) * GAP_TIMES);
    this.#walkedMs = milliseconds;
  }
}
