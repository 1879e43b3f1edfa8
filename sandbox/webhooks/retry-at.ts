import { WEBHOOK_BURST_MS, WEBHOOK_RETRY_EVERY_MS, WEBHOOK_RETRY_WINDOW_MS } from '#shared/contract/limits.ts';
import { plus, type WallMs, wallMs } from '#shared/lib/duration.ts';
import type { Switches } from '../switches/switches-schema.ts';

export type Tries = {
  /** At least 1: includes the failure just now. */
  readonly failures: number;
  readonly firstAttemptAt: WallMs;
  readonly firstFailureAt: WallMs;
  readonly burstFrom: Switches['burstFrom'];
};

/**
 * When the next attempt is made: 5, 10 and 30 s after the first failure, then every 5 minutes; or these times after the last failure,
 * if the switch says so (C33). Null if that would be later than 48 hours after the first attempt: then the delivery is given up.
 */
export function retryAt(tries: Tries, now: WallMs): WallMs | null {
  if (tries.burstFrom === 'last-failure') return within(tries, plus(now, WEBHOOK_BURST_MS[tries.failures - 1] ?? WEBHOOK_RETRY_EVERY_MS));
  const last = WEBHOOK_BURST_MS.length;
  const burstMs = WEBHOOK_BURST_MS[Math.min(tries.failures, last) - 1] ?? 0;
  const afterMs = burstMs + Math.max(0, tries.failures - last) * WEBHOOK_RETRY_EVERY_MS;
  // An attempt that timed out may have run past the next one's moment.
  return within(tries, wallMs(Math.max(now, plus(tries.firstFailureAt, afterMs))));
}

function within(tries: Tries, at: WallMs): WallMs | null {
  return at > plus(tries.firstAttemptAt, WEBHOOK_RETRY_WINDOW_MS) ? null : at;
}
