import type { Clock } from '../ports/clock.ts';
import type { Stop } from '../ports/stop.ts';
import { StopSource } from './stop-source.ts';

export type TimeoutOf<L> = {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly withinMs: number;
  /** Ends the wait early, as if the time had run out. */
  readonly stop?: Stop | undefined;
  /** The answer if there is none in time. */
  readonly late: () => L;
};

/**
 * Waits for an answer with a limit. After the limit the operation itself continues unobserved; after an answer the sleep is aborted, so that
 * no timer is left behind. A failure before the limit rejects; a later one is ignored, because nobody waits for it.
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
