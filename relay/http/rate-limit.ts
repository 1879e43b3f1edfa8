import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';
import { keepNewest } from '../keep-newest.ts';

/** Keys that are remembered; the oldest is forgotten first, which only ever lets somebody through. */
const KEYS_MAX = 10_000;

/**
 * How many milliseconds `key` has to wait before it may go on, 0 when it may now: `burst` at once, `perMinute` in the long run. Who waits that
 * long and is alone under its key may go on then. In memory, so each process counts for itself.
 */
export function rateLimit(clock: Clock, of: { readonly burst: number; readonly perMinute: number }): (key: string) => number {
  const everyMs = MINUTE_MS / of.perMinute;
  // Until when the key's tries are paid for, at one every so often: a `burst` may be taken in advance.
  const paidUntil = new Map<string, number>();
  return (key) => {
    const now = clock.monotonicMs();
    const paidMs = Math.max(paidUntil.get(key) ?? now, now);
    const waitMs = paidMs + everyMs - (now + of.burst * everyMs);
    keepNewest(paidUntil, key, waitMs > 0 ? paidMs : paidMs + everyMs, KEYS_MAX);
    return Math.max(0, waitMs);
  };
}
