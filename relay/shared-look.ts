import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';

/** What a look finds, and when it is really over, which may be after its answer was given. */
export type Look<T> = { readonly answer: Promise<T>; readonly over: Promise<unknown> };

/** An answer is never older than this. */
export const LOOK_COUNTS_MS = 5 * SECOND_MS;

/** What costs the store something is looked at for the first who asks, one look at a time, and shared with all who ask within five seconds. */
export function sharedLook<T>(clock: Pick<Clock, 'monotonicMs'>, look: () => Look<T>): () => Promise<T> {
  let last: Promise<T> | null = null;
  let beganAtMs = 0;
  let isOver = true;
  const end = (): void => {
    isOver = true;
  };
  return () => {
    const now = clock.monotonicMs();
    // While a store hangs, further looks would only take its connections.
    if (last !== null && (!isOver || now - beganAtMs < LOOK_COUNTS_MS)) return last;
    const { answer, over } = look();
    [last, beganAtMs, isOver] = [answer, now, false];
    over.then(end, end);
    return answer;
  };
}
