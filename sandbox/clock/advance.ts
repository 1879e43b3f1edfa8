import { MINUTE_MS, plus } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { OffsetClock } from './offset-clock.ts';

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
  by: { readonly milliseconds: number; readonly real: Clock },
): Promise<void> {
  const until = plus(clock.wallMs(), by.milliseconds);
  const realUntilMs = by.real.monotonicMs() + REAL_MS_MAX;
  for (let moment = 0; moment < MOMENTS_MAX && by.real.monotonicMs() < realUntilMs; moment += 1) {
    due.begin();
    await due.ended();
    const next = due.nextDueAt();
    if (next === null || next > until) break;
    clock.moveOn(Math.max(0, next - clock.wallMs()));
  }
  clock.moveOn(Math.max(0, until - clock.wallMs()));
}
