import type { Clock } from '../ports/clock.ts';

/** The answer of a run, and the end of the run itself, which comes later if the answer timed out. */
export type Flight<T> = { readonly answer: Promise<T>; readonly over: Promise<unknown> };

/** Runs `run` once at a time. Everybody who asks during a run, or within `freshMs` of its start, gets the same answer. */
export function cachedFlight<T>(clock: Pick<Clock, 'monotonicMs'>, freshMs: number, run: () => Flight<T>): () => Promise<T> {
  let last: Promise<T> | null = null;
  let beganAtMs = 0;
  let isOver = true;
  const end = (): void => {
    isOver = true;
  };
  return () => {
    const now = clock.monotonicMs();
    // While a run hangs, another one would only hold more of the same resource.
    if (last !== null && (!isOver || now - beganAtMs < freshMs)) return last;
    const { answer, over } = run();
    [last, beganAtMs, isOver] = [answer, now, false];
    over.then(end, end);
    return answer;
  };
}
