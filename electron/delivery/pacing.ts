import type { Outcome } from '#shared/domain/item/outcome.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock, Log } from '#shared/ports/world.ts';
import type { Upload } from './deliver-item.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { DeliveryStore } from './store.ts';

export type AdaptiveConcurrency = {
  /** How many uploads may run now, out of the number that the user set. */
  capacity(parallel: number): number;
  /** Milliseconds until another upload may start; 0 outside a cooldown. */
  cooldownMs(): number;
  /** Wraps an upload so that its answers adjust the limit. */
  observed(upload: Upload): Upload;
};

/** "Too many requests" and "unavailable": the two statuses by which a service asks for less load. */
const LESS = new Set([429, 503]);
/** The limit grows one by one, so that a recovering service is not hit by all uploads at once. */
const ONE_MORE_EVERY_MS = 5 * SECOND_MS;
const COOLDOWN_MIN_MS = SECOND_MS;
/** Each item has its own, longer back-off; this only keeps a long queue from being tried all at once. */
const COOLDOWN_MAX_MS = MINUTE_MS;

/**
 * Halves the number of uploads while the service asks for less load, and raises it again one by one. If even a single upload is too much, none
 * starts during a cooldown that doubles: a thousand waiting scans must not each be refused once.
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

/** The service handled the request, whatever it answered. */
function isAnswer(outcome: Outcome): boolean {
  return outcome.kind !== 'failed';
}

type DueNowDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<DeliveryStore, 'makeAllDueNow' | 'makeDueNow'>;
  /** True when nothing may be touched any more. */
  readonly isClosed: () => boolean;
};

export type DueNow = {
  readonly makeAllDueNow: () => void;
  /** Runs an attempt. If everything is made due meanwhile, so is its item afterwards: it may have failed because of what has changed since. */
  readonly attempt: (itemId: ItemId, run: () => Promise<void>) => Promise<void>;
};

/** Has what waits out its back-off tried at once. If the disk does not take it, everything stays due when it was. */
export function dueNow({ clock, log, store, isClosed }: DueNowDeps): DueNow {
  let times = 0;
  const write = (act: () => void): void => {
    try {
      act();
    } catch (error) {
      log.warn('what waits was not made due', { error: error instanceof Error ? error.name : typeof error });
    }
  };
  return {
    makeAllDueNow: () => {
      times += 1;
      write(() => store.makeAllDueNow(clock.wallMs()));
    },
    attempt: async (itemId, run) => {
      const before = times;
      await run();
      if (times !== before && !isClosed()) write(() => store.makeDueNow(itemId, clock.wallMs()));
    },
  };
}
