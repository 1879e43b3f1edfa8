import { StopSource } from '#shared/async/stop-source.ts';
import { plus } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';

/** A clock that can be moved forward, and then stays ahead of the clock below it. */
export interface OffsetClock extends Clock {
  aheadMs(): number;
  /** As if this time had passed: sleepers whose time is over wake. */
  moveOn(milliseconds: number): void;
}

/** The whole sandbox runs on this clock: tokens, retries, delays, dates, signatures. */
export function offsetClock(below: Clock, aheadMs = 0): OffsetClock {
  let ahead = aheadMs;
  /** The sleepers; aborting one makes it look at the clock again. */
  const asleep = new Set<StopSource>();
  const monotonicMs = (): number => below.monotonicMs() + ahead;
  return {
    wallMs: () => plus(below.wallMs(), ahead),
    monotonicMs,
    async sleep(milliseconds, stop) {
      const untilMs = monotonicMs() + Math.max(0, milliseconds);
      do {
        if (stop?.aborted === true) return;
        const sleeper = new StopSource();
        const letGo = sleeper.follow(stop);
        asleep.add(sleeper);
        await below.sleep(Math.max(0, untilMs - monotonicMs()), sleeper);
        letGo();
        asleep.delete(sleeper);
      } while (monotonicMs() < untilMs);
    },
    aheadMs: () => ahead,
    moveOn(milliseconds) {
      ahead += milliseconds;
      for (const sleeper of asleep) sleeper.abort();
    },
  };
}
