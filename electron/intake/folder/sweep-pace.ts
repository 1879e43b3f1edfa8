/**
 * Minimum gap between two sweeps caused by doorbells. Walking takes at most a fifth of the time, or what it takes without doorbells. The
 * shorter of the last two walks counts, since a single slow one is chance, such as the first after a start, with cold caches.
 */
const GAP_MS_MIN = 10;
const GAP_TIMES = 4;

/** How soon after a sweep a doorbell may cause the next one. */
export class SweepPace {
  gapMs = GAP_MS_MIN;
  #walkedMs = 0;

  walked(milliseconds: number): void {
    this.gapMs = Math.max(GAP_MS_MIN, Math.min(this.#walkedMs, milliseconds) * GAP_TIMES);
    this.#walkedMs = milliseconds;
  }
}
