import type { Clock } from '../ports/clock.ts';

/** An answer, and when its run is really over: that may be later, where the answer was given up on. */
export type Flight<T> = { readonly answer: Promise<T>; readonly over: Promise<unknown> };

/** One run at a time, whose answer is shared with everybody who asks while it runs, or within `freshMs` of its beginning. */
export function cachedFlight<T>(clock: Pick<Clock, 'monotonicMs'>, freshMs: number, run: () => Flight<T>): () => Promise<T> {
  let last: Promise<T> | null = null;
  let beganAtMs = 0;
  let isOver = true;
  const end = (): void => {
    isOver = true;
  };
  return () => {
    const now = clock.monotonicMs();
    // While what is asked hangs, further runs would only tie up more of it.
    if (last !== null && (!isOver || now - beganAtMs < freshMs)) return last;
    const { answer, over } = run();
    [last, beganAtMs, isOver] = [answer, now, false];
    over.then(end, end);
    return answer;
  };
}
