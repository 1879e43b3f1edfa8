import type { Clock } from '../ports/world.ts';
import type { Stop } from '../ports/stop.ts';

export type RetryOf = {
  readonly clock: Pick<Clock, 'sleep' | 'monotonicMs'>;
  /** Pause between two attempts. */
  readonly restMs: number;
  /** Pause before the first attempt; if `stop` comes during it, no attempt is made. Without it there is always one attempt. */
  readonly firstAfterMs?: number;
  /** No attempt starts later than this after the call. */
  readonly withinMs?: number;
  readonly stop?: Stop;
};

type Endless = Pick<RetryOf, 'clock' | 'restMs' | 'firstAfterMs'> & { readonly withinMs?: never; readonly stop?: never };

/** Repeats `act` until it returns something other than null. Returns null when the time is over, or on `stop`. */
export async function retry<T>(of: Endless, act: () => Promise<T | null> | T | null): Promise<T>;
export async function retry<T>(of: RetryOf, act: () => Promise<T | null> | T | null): Promise<T | null>;
export async function retry<T>(of: RetryOf, act: () => Promise<T | null> | T | null): Promise<T | null> {
  const { clock, restMs, firstAfterMs, withinMs = Number.POSITIVE_INFINITY, stop } = of;
  const untilMs = clock.monotonicMs() + withinMs;
  const isOver = (): boolean => stop?.aborted === true || clock.monotonicMs() > untilMs;
  if (firstAfterMs !== undefined) {
    await clock.sleep(firstAfterMs, stop);
    if (isOver()) return null;
  }
  do {
    const answer = await act();
    if (answer !== null) return answer;
    await clock.sleep(restMs, stop);
  } while (!isOver());
  return null;
}
