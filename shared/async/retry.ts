import type { Clock } from '../ports/clock.ts';
import type { Stop } from '../ports/stop.ts';

export type RetryOf = {
  readonly clock: Pick<Clock, 'sleep' | 'monotonicMs'>;
  /** Between two tries. */
  readonly restMs: number;
  /** No try begins later than this. */
  readonly withinMs?: number;
  readonly stop?: Stop;
};

/** Tries again and again until `act` answers something else than null; null when the time is over, or on `stop`. */
export async function retry<T>(
  { clock, restMs, withinMs = Number.POSITIVE_INFINITY, stop }: RetryOf,
  act: () => Promise<T | null> | T | null,
): Promise<T | null> {
  const untilMs = clock.monotonicMs() + withinMs;
  const isOver = (): boolean => stop?.aborted === true || clock.monotonicMs() > untilMs;
  while (!isOver()) {
    const answer = await act();
    if (answer !== null) return answer;
    await clock.sleep(restMs, stop);
  }
  return null;
}
