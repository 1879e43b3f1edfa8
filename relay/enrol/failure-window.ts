import { HOUR_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';
import { keepNewest } from '../keep-newest.ts';

/** How long a failure counts. */
const WINDOW_MS = HOUR_MS;
/** More keys than can fail within the window: the relay's budget of probes (probe-budget.ts) allows 7,260. So no key that counts is forgotten. */
const KEYS_MAX = 10_000;

/** Failures of the last hour by key, including those counted in advance for a later moment. */
export type FailureWindow = {
  /** Milliseconds until one more may be counted; 0 if it may now. */
  waitMs(key: string): number;
  /** Counts one failure, `afterMs` from now. Returns a function that takes it back. */
  count(key: string, afterMs?: number): () => void;
  counted(key: string): number;
};

/** Allows `most` failures of one key within any hour. */
export function failureWindow(clock: Clock, most: number): FailureWindow {
  /** Ascending times by key; the key that was counted last is at the end. */
  const times = new Map<string, readonly number[]>();
  const keep = (key: string, kept: readonly number[]): void => {
    if (kept.length === 0) times.delete(key);
    else keepNewest(times, key, kept, KEYS_MAX);
  };
  const current = (key: string): readonly number[] => {
    const since = clock.monotonicMs() - WINDOW_MS;
    return (times.get(key) ?? []).filter((at) => at > since);
  };
  return {
    waitMs: (key) => {
      const known = current(key);
      // When this failure expires, there is room for one more.
      const leaves = known.at(-most);
      return leaves === undefined || known.length < most ? 0 : leaves + WINDOW_MS - clock.monotonicMs();
    },
    count: (key, afterMs = 0) => {
      const at = clock.monotonicMs() + afterMs;
      keep(
        key,
        [...current(key), at].toSorted((a, b) => a - b),
      );
      return () => {
        const known = current(key);
        const found = known.indexOf(at);
        if (found >= 0) keep(key, known.toSpliced(found, 1));
      };
    },
    counted: (key) => current(key).length,
  };
}
