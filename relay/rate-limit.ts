import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';

/** Keys that are remembered; the oldest is forgotten first, which only ever lets somebody through. */
const KEYS_MAX = 10_000;

type Bucket = { readonly tokens: number; readonly atMs: number };

/** Whether `key` may go on: `burst` at once, `perMinute` in the long run. In memory, so each process counts for itself. */
export function rateLimit(clock: Clock, of: { readonly burst: number; readonly perMinute: number }): (key: string) => boolean {
  const buckets = new Map<string, Bucket>();
  return (key) => {
    const now = clock.monotonicMs();
    const last = buckets.get(key) ?? { tokens: of.burst, atMs: now };
    const tokens = Math.min(of.burst, last.tokens + ((now - last.atMs) / MINUTE_MS) * of.perMinute);
    const allowed = tokens >= 1;
    buckets.delete(key);
    buckets.set(key, { tokens: allowed ? tokens - 1 : tokens, atMs: now });
    const [oldest] = buckets.keys();
    if (buckets.size > KEYS_MAX && oldest !== undefined) buckets.delete(oldest);
    return allowed;
  };
}
