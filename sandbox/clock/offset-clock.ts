import { StopSource } from '#shared/async/stop-source.ts';
import { MINUTE_MS, plus } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/world.ts';

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

export type DueWork = {
  /** Starts what is due now. */
  begin(): void;
  /** Resolves when everything that was started has ended. */
  ended(): Promise<void>;
  nextDueAt(): number | null;
};

/** All retries of one event in 48 hours are 579 moments, so this is enough for several events. */
const MOMENTS_MAX = 5_000;
/** Real time: a receiver that lets every delivery time out would hold the caller for hours. After this the clock leaps the rest. */
const REAL_MS_MAX = MINUTE_MS;

/** Moves the clock from one due moment to the next, so that everything due in between happens, each at its own time. */
export async function advance(
  clock: OffsetClock,
  due: DueWork,
  deps: { readonly milliseconds: number; readonly real: Clock },
): Promise<void> {
  const until = plus(clock.wallMs(), deps.milliseconds);
  const realUntilMs = deps.real.monotonicMs() + REAL_MS_MAX;
  for (let moment = 0; moment < MOMENTS_MAX && deps.real.monotonicMs() < realUntilMs; moment += 1) {
    due.begin();
    await due.ended();
    const next = due.nextDueAt();
    if (next === null || next > until) break;
    clock.moveOn(Math.max(0, next - clock.wallMs()));
  }
  clock.moveOn(Math.max(0, until - clock.wallMs()));
}
