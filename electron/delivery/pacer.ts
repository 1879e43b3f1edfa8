import type { Outcome } from '#shared/domain/outcome.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Upload } from './upload.ts';

export type Pacer = {
  /** How many uploads may be under way now, of the number that the person set. */
  room(parallel: number): number;
  /** How long nothing more is begun; 0 when it may be. */
  restMs(): number;
  /** The same upload, whose answers are listened to. */
  paced(upload: Upload): Upload;
};

/** "Too many requests" and "not able now": the two by which a service asks for less at a time. */
const LESS = new Set([429, 503]);
/** Places come back one by one, so that a service on its way up is not met by all of them. */
const PLACE_BACK_MS = 5 * SECOND_MS;
const REST_MIN_MS = SECOND_MS;
/** Each item has its own, longer patience; this only keeps a long queue from being tried in one go. */
const REST_MAX_MS = MINUTE_MS;

/**
 * Uploads are halved while the service asks for less, and come back one place at a time. When a single one is still too
 * much, nothing is begun for a rest that doubles: a thousand waiting scans must not each be refused once.
 */
export function createPacer(clock: Clock, parallel: () => number): Pacer {
  let places = Number.POSITIVE_INFINITY;
  let restMs = 0;
  let restUntilMs = 0;
  let changedAtMs = Number.NEGATIVE_INFINITY;

  const less = (begunAtMs: number): void => {
    // What was under way already when it was halved says nothing about half.
    if (begunAtMs < changedAtMs) return;
    const now = clock.monotonicMs();
    changedAtMs = now;
    const before = Math.min(places, parallel());
    places = Math.max(1, Math.floor(before / 2));
    if (before > 1) return;
    restMs = Math.min(REST_MAX_MS, Math.max(REST_MIN_MS, restMs * 2));
    restUntilMs = now + restMs;
  };
  const more = (): void => {
    const now = clock.monotonicMs();
    restMs = 0;
    if (places >= parallel() || now - changedAtMs < PLACE_BACK_MS) return;
    changedAtMs = now;
    places += 1;
  };
  return {
    room: (wanted) => (clock.monotonicMs() < restUntilMs ? 0 : Math.min(wanted, places)),
    restMs: () => Math.max(0, restUntilMs - clock.monotonicMs()),
    paced: (upload) => async (what, stop) => {
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
