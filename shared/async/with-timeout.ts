import type { Clock } from '../ports/clock.ts';
import type { Stop } from '../ports/stop.ts';
import { StopSource } from './stop-source.ts';

export type TimeoutOf<L> = {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly withinMs: number;
  /** Ends the wait early, as if the time were over. */
  readonly stop?: Stop | undefined;
  /** The answer where there is none in time. */
  readonly late: () => L;
};

/**
 * Waits for an answer, but not for ever. What was asked goes on unheard when the time is over, and the sleep ends with the answer, so that
 * no timer stays behind. An early failure rejects; a late one is swallowed, since nobody waits for it any more.
 */
export async function withTimeout<T, L>(asked: Promise<T>, { clock, withinMs, stop, late }: TimeoutOf<L>): Promise<T | L> {
  const over = new StopSource();
  const letGo = over.follow(stop);
  try {
    const answered = asked.then((value) => ({ value }));
    const first = await Promise.race([answered, clock.sleep(withinMs, over).then(() => null)]);
    return first === null ? late() : first.value;
  } finally {
    letGo();
    over.abort();
  }
}
