import { SweepLoop } from '#shared/async/sweep-loop.ts';
import { HOUR_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Log } from '#shared/ports/log.ts';

export type Rounds = { start(): void; ring(): void; close(): Promise<void> };

/** The longest pause, in case nothing is due or the wall clock was set. */
const REST_MS_MAX = HOUR_MS;

/** Calls `round` on each ring and when the next thing is due, one call at a time. `round` returns when that is. */
export function rounds({ clock, log }: { readonly clock: Clock; readonly log: Pick<Log, 'error'> }, round: () => number | null): Rounds {
  const loop = new SweepLoop({
    clock,
    look: () => {
      const dueAt = round();
      return dueAt === null ? REST_MS_MAX : Math.max(0, Math.min(REST_MS_MAX, dueAt - clock.wallMs()));
    },
    failed: { log: (fields) => log.error('what is due could not be done', fields), restMs: REST_MS_MAX },
  });
  return { start: () => void loop.start(), ring: () => loop.wake(), close: () => loop.close() };
}
