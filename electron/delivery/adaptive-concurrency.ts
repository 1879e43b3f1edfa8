import type { Outcome } from '#shared/domain/item/outcome.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Upload } from './upload.ts';

export type AdaptiveConcurrency = {
  /** How many uploads may be under way now, of the number that the person set. */
  capacity(parallel: number): number;
  /** For how long nothing more is begun; 0 when it may be. */
  cooldownMs(): number;
  /** The same upload, whose answers say how many more there may be. */
  observed(upload: Upload): Upload;
};

/** "Too many requests" and "not able now": the two by which a service asks for less at a time. */
const LESS = new Set([429, 503]);
/** Uploads come back one by one, so that a service on its way up does not meet all of them. */
const ONE_MORE_EVERY_MS = 5 * SECOND_MS;
const COOLDOWN_MIN_MS = SECOND_MS;
/** Each item has its own, longer back-off; this only keeps a long queue from being tried in one go. */
const COOLDOWN_MAX_MS = MINUTE_MS;

/**
 * Halves the number of uploads while the service asks for less, and raises it again one by one. When a single upload is still too much, nothing
 * is begun during a cooldown that doubles: a thousand waiting scans must not each be refused once.
 */
export function adaptiveConcurrency(clock: Clock, parallel: () => number): AdaptiveConcurrency {
  let limit = Number.POSITIVE_INFINITY;
  let cooldownMs = 0;
  let cooldownUntilMs = 0;
  let changedAtMs = Number.NEGATIVE_INFINITY;

  const less = (begunAtMs: number): void => {
    // Uploads that started before the last halving say nothing about the new limit.
    if (begunAtMs < changedAtMs) return;
    const now = clock.monotonicMs();
    changedAtMs = now;
    const before = Math.min(limit, parallel());
    limit = Math.max(1, Math.floor(before / 2));
    if (before > 1) return;
    cooldownMs = Math.min(COOLDOWN_MAX_MS, Math.max(COOLDOWN_MIN_MS, cooldownMs * 2));
    cooldownUntilMs = now + cooldownMs;
  };
  const more = (): void => {
    const now = clock.monotonicMs();
    cooldownMs = 0;
    if (limit >= parallel() || now - changedAtMs < ONE_MORE_EVERY_MS) return;
    changedAtMs = now;
    limit += 1;
  };
  return {
    capacity: (wanted) => (clock.monotonicMs() < cooldownUntilMs ? 0 : Math.min(wanted, limit)),
    cooldownMs: () => Math.max(0, cooldownUntilMs - clock.monotonicMs()),
    observed: (upload) => async (what, stop) => {
      const begunAtMs = clock.monotonicMs();
      const outcome = await upload(what, stop);
      if (asksForLess(outcome)) less(begunAtMs);
      else if (isAnswer(outcome)) more();
      return outcome;
    },
  };
}

function asksForLess(outcome: Outcome): boolean {
  return outcome.kind === 'failed' && outcome.failure.kind === 'service' && LESS.has(outcome.failure.status);
}

/** The service had time for it, whatever it said. */
function isAnswer(outcome: Outcome): boolean {
  return outcome.kind !== 'failed';
}
