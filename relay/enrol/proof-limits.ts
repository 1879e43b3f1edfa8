import type { IntegrationId } from '#shared/contract/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Clock } from '#shared/ports/world.ts';
import { keepNewest } from '../once-log.ts';

/** Wrong secrets for one integration within an hour: from one address, where a user may mistype a few times … */
const FAILURES_OF_PLACE = 10;
/** … from all of them together, however many a stranger has … */
const FAILURES_OF_INTEGRATION = 40;
/** … and from a device that has proved it before, which is counted separately. */
const FAILURES_OF_KNOWN_DEVICE = 10;
/** Turns promised for one integration at a time: an hour's worth, so that nobody is told to wait for more than two hours. */
const PROMISES_MAX = FAILURES_OF_INTEGRATION;
/** After this time an unused promised turn goes to others. */
const PROMISE_KEPT_MS = 15 * MINUTE_MS;
/** Integrations with promised turns: within an hour the relay's budget of probes lets fewer than 200 of them reach their limit. */
const PROMISED_MAX = 1_000;
/** Failures of one address that determine its place in the queue; more make no difference. */
const RANKS_MAX = 100;

export type ProofAttempt = {
  readonly integrationId: IntegrationId;
  readonly deviceId: string;
  readonly address: string;
  /** The device has, or once had, a proof of this integration. */
  readonly isKnown: boolean;
};

/** `rank`: if several wait, the lowest goes first. `giveBack`: takes back the counted failure. */
export type Admitted = { readonly rank: number; readonly giveBack: () => void };

type Turn = { readonly atMs: number; readonly giveBack: () => void };

const FIRST_OF_ALL = -1;

/**
 * Decides who may have a secret tried on the service (ADR-27). An attempt is counted as a failure before it is made, and given back
 * if it was none, so that concurrent guesses cannot exceed a limit. The failure is the number of milliseconds to wait.
 */
export function proofLimits(clock: Clock): (wanted: ProofAttempt) => Result<Admitted, number> {
  const [places, integrations] = [failureWindow(clock, FAILURES_OF_PLACE), failureWindow(clock, FAILURES_OF_INTEGRATION)];
  const [devices, addresses] = [failureWindow(clock, FAILURES_OF_KNOWN_DEVICE), failureWindow(clock, RANKS_MAX)];
  const promises = promisedTurns(clock);

  const known = ({ deviceId, integrationId }: ProofAttempt): Result<Admitted, number> => {
    const key = `${deviceId} ${integrationId}`;
    const waitMs = devices.waitMs(key);
    return waitMs > 0 ? fail(waitMs) : ok({ rank: FIRST_OF_ALL, giveBack: devices.count(key) });
  };

  /** A turn within the integration's hourly limit. If there is none now: the milliseconds to wait, and if possible a turn promised to the address. */
  const turnAt = (integrationId: IntegrationId, address: string): Result<() => void, number> => {
    const promised = promises.of(integrationId, address);
    const waitMs = integrations.waitMs(integrationId);
    if (promised !== null) {
      const leftMs = promised.atMs - clock.monotonicMs();
      // Attempts counted before it may have been given back; then the turn may be taken early.
      if (leftMs > 0 && waitMs > 0) return fail(leftMs);
      promises.keep(integrationId, address);
      // If it turns out to be no failure, the promise is restored: perhaps the service could not be asked.
      if (leftMs <= 0) return ok(() => promises.make(integrationId, address, promised));
      promised.giveBack();
    }
    if (waitMs === 0) return ok(integrations.count(integrationId));
    if (integrations.counted(integrationId) < FAILURES_OF_INTEGRATION + PROMISES_MAX) {
      const turn = { atMs: clock.monotonicMs() + waitMs, giveBack: integrations.count(integrationId, waitMs) };
      promises.make(integrationId, address, turn);
    }
    return fail(waitMs);
  };

  return (wanted) => {
    if (wanted.isKnown) return known(wanted);
    const { integrationId, address } = wanted;
    const place = `${address} ${integrationId}`;
    const placeWaitMs = places.waitMs(place);
    if (placeWaitMs > 0) return fail(Math.max(placeWaitMs, integrations.waitMs(integrationId)));
    const turn = turnAt(integrationId, address);
    if (!turn.ok) return turn;
    const rank = addresses.counted(address);
    const counted = [turn.value, places.count(place), ...(rank < RANKS_MAX ? [addresses.count(address)] : [])];
    return ok({ rank, giveBack: () => counted.forEach((giveBack) => giveBack()) });
  };
}

/**
 * Turns that a 429 promised to an address. Without them a stranger who asks without pause would take each turn the moment it is free, and
 * a caller that waits as told would find none.
 */
function promisedTurns(clock: Clock) {
  const turns = new Map<IntegrationId, Map<string, Turn>>();
  return {
    of(integrationId: IntegrationId, address: string): Turn | null {
      const promised = turns.get(integrationId);
      for (const [whose, turn] of promised ?? []) {
        if (clock.monotonicMs() - turn.atMs <= PROMISE_KEPT_MS) continue;
        turn.giveBack();
        promised?.delete(whose);
      }
      return promised?.get(address) ?? null;
    },
    make(integrationId: IntegrationId, address: string, turn: Turn): void {
      const promised = turns.get(integrationId) ?? new Map<string, Turn>();
      promised.get(address)?.giveBack();
      keepNewest(turns, integrationId, promised.set(address, turn), PROMISED_MAX);
    },
    /** The address uses its turn. */
    keep(integrationId: IntegrationId, address: string): void {
      turns.get(integrationId)?.delete(address);
    },
  };
}

/** How long a failure counts. */
const WINDOW_MS = HOUR_MS;
/** More keys than can fail within the window: the relay's budget of probes (probe-budget.ts) allows 7,260. So no key that counts is forgotten. */
const KEYS_MAX = 10_000;

/** Failures of the last hour by key, including those counted in advance for a later moment. */
type FailureWindow = {
  /** Milliseconds until one more may be counted; 0 if it may now. */
  waitMs(key: string): number;
  /** Counts one failure, `afterMs` from now. Returns a function that takes it back. */
  count(key: string, afterMs?: number): () => void;
  counted(key: string): number;
};

/** Allows `most` failures of one key within any hour. */
function failureWindow(clock: Clock, most: number): FailureWindow {
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

/** The longest that a proof is valid: a secret that was changed at the service ends what the old one proved. */
const PROOF_MS = 30 * DAY_MS;
/** An office connects in one afternoon; to keep it from proving everything again in one, proofs fall due up to this much earlier. */
const SPREAD_MS = 3 * DAY_MS;
/** Two proofs a millisecond apart fall due four seconds apart, modulo the spread. */
const STRIDE = 4_001;

/** Before this age no proof is too old. */
export const PROOF_LEAST_MS = PROOF_MS - SPREAD_MS;

/** When a link that was proved at this moment needs another proof. */
export function proofDueAt(provedAt: number): number {
  return provedAt + PROOF_MS - ((provedAt * STRIDE) % SPREAD_MS);
}
