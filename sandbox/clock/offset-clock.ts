import { StopSource } from '#shared/async/stop-source.ts';
import { plus } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';

/** A clock that can be moved on, and then stays ahead of the one below it by so much. */
export interface OffsetClock extends Clock {
  aheadMs(): number;
  /** As if so much time had passed: whoever sleeps less long than that wakes. */
  moveOn(milliseconds: number): void;
}

/** All of the sandbox lives by this clock: tokens, retries, delays, dates, signatures. */
export function offsetClock(below: Clock, aheadMs = 0): OffsetClock {
  let ahead = aheadMs;
  /** Those who sleep, each to be woken so that it looks at the clock again. */
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
