import { HOUR_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';

export type Rounds = { start(): void; ring(): void; close(): Promise<void> };

/** Nothing due is looked for again after this long all the same: a wall clock may have been set. */
const SLEEP_MS_MAX = HOUR_MS;

/** Calls `round` whenever the bell rings and when the next thing is due, one at a time. `round` returns when that is. */
export function rounds(clock: Clock, round: () => number | null): Rounds {
  const closed = new AbortController();
  let rung = false;
  let wake: AbortController | null = null;
  let running: Promise<void> | null = null;

  const ring = (): void => {
    rung = true;
    wake?.abort();
  };
  const run = async (): Promise<void> => {
    while (!closed.signal.aborted) {
      rung = false;
      const dueAt = round();
      // Ringing during the round itself means that another one is wanted at once.
      if (rung) continue;
      wake = new AbortController();
      const sleepMs = dueAt === null ? SLEEP_MS_MAX : Math.min(SLEEP_MS_MAX, dueAt - clock.wallMs());
      await clock.sleep(Math.max(0, sleepMs), wake.signal);
    }
  };
  return {
    start: () => {
      running ??= run();
    },
    ring,
    close: async () => {
      closed.abort();
      ring();
      await running;
    },
  };
}
