import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { problem } from './problem.ts';
import type { RelayCore } from '../relay-core.ts';
import type { Clock } from '#shared/ports/world.ts';
import { keepNewest } from '../once-log.ts';
import { HEARTBEAT_MS } from '#shared/relay-protocol/protocol.ts';

type Limited = 'enrolment' | 'proof' | 'token' | 'authentication' | 'answers' | 'doorbell' | 'long-poll' | 'invitation';

export type Limit = { readonly what: Limited; readonly waitMs: number; readonly address: string };

/** Too many of these from one caller: 429, with the whole seconds until the next is possible. `what` is for the counter and the log. */
export function limited(core: RelayCore, { what, waitMs, address }: Limit): Response {
  core.metrics.rateLimited.inc({ what });
  core.refusals.note({ what: 'limit', code: what, address });
  const headers = { 'retry-after': String(Math.max(1, Math.ceil(waitMs / SECOND_MS))) };
  return problem({ status: 429, code: 'rate', detail: 'Too many of these. Retry-After says when the next is possible.', headers });
}

/** Keys that are remembered. The oldest is forgotten first, which can only let a caller through. */
const KEYS_MAX = 10_000;

/**
 * Returns how many milliseconds `key` has to wait, 0 if it may go on now: `burst` at once, `perMinute` in the long run. A caller that waits
 * that long and is alone under its key may then go on. Kept in memory, so each process counts for itself.
 */
export function rateLimit(clock: Clock, of: { readonly burst: number; readonly perMinute: number }): (key: string) => number {
  const everyMs = MINUTE_MS / of.perMinute;
  // The time up to which a key's attempts are paid for, one per `everyMs`; a `burst` may be taken in advance.
  const paidUntil = new Map<string, number>();
  return (key) => {
    const now = clock.monotonicMs();
    const paidMs = Math.max(paidUntil.get(key) ?? now, now);
    const waitMs = paidMs + everyMs - (now + of.burst * everyMs);
    keepNewest(paidUntil, key, waitMs > 0 ? paidMs : paidMs + everyMs, KEYS_MAX);
    return Math.max(0, waitMs);
  };
}

/** A dead connection is noticed and cut within two heartbeats; a long poll ends sooner. */
const FREE_AGAIN_MS = 2 * HEARTBEAT_MS;

type TooMany = { readonly what: 'doorbell' | 'long-poll'; readonly address: string };

/** The address has reached its limit: 429. An office that really is that large is for the operator to notice. */
export function tooManyHeld(core: RelayCore, { what, address }: TooMany): Response {
  return limited(core, { what, waitMs: FREE_AGAIN_MS, address });
}
