import { HOUR_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';
import { keepNewest } from '../keep-newest.ts';

/** How long a failure counts. */
const WINDOW_MS = HOUR_MS;
/** More than can fail within the window: the relay's budget of probes (probe-budget.ts) lets 7,260. So no key is forgotten that counts. */
const KEYS_MAX = 10_000;

/** Failures of the last hour by key, and those that were counted in advance for a moment to come. */
export type FailureWindow = {
  /** Milliseconds until one more may be counted, 0 when it may now. */
  waitMs(key: string): number;
  /** Counts one, `afterMs` from now. Returns what takes it back. */
  count(key: string, afterMs?: number): () => void;
  counted(key: string): number;
};

/** `most` of one key within any hour. */
export function failureWindow(clock: Clock, most: number): FailureWindow {
  /** In order, by the key that was counted last. */
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
      // With this one gone there is room for one more.
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
