import type { IntegrationId } from '#shared/contract/ids.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Clock } from '#shared/ports/clock.ts';
import { keepNewest } from '../keep-newest.ts';
import { failureWindow } from './failure-window.ts';

/** Wrong secrets for one integration within an hour: from one address, where a person mistypes a few times … */
const FAILURES_OF_PLACE = 10;
/** … from all of them together, however many a stranger has … */
const FAILURES_OF_INTEGRATION = 40;
/** … and from a device that has proved it before, which counts apart. */
const FAILURES_OF_KNOWN_DEVICE = 10;
/** Turns that are promised for one integration at a time: an hour's worth, so that nobody is told to wait for more than two. */
const PROMISES_MAX = FAILURES_OF_INTEGRATION;
/** A promised turn that nobody comes for is given to others after that. */
const PROMISE_KEPT_MS = 15 * MINUTE_MS;
/** Integrations with promised turns: within an hour the relay's budget of probes lets fewer than 200 use up their limit. */
const PROMISED_MAX = 1_000;
/** Failures of one address that its place in the queue is chosen by; beyond that all are the same. */
const RANKS_MAX = 100;

export type ProofAttempt = {
  readonly integrationId: IntegrationId;
  readonly deviceId: string;
  readonly address: string;
  /** The device holds or held a proof of this integration. */
  readonly isKnown: boolean;
};

/** `rank`: who goes first where several wait, the lowest. `giveBack`: it was no failure. */
export type Admitted = { readonly rank: number; readonly giveBack: () => void };

type Turn = { readonly atMs: number; readonly giveBack: () => void };

const FIRST_OF_ALL = -1;

/**
 * Who may have a secret tried on the service (ADR-27). A try is counted as a failure before it is made and given back
 * when it was none, so that guesses at the same time cannot exceed a limit. A failure is how many milliseconds to wait.
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

  /** A turn of the integration's hour; a wait, when there is none now, is promised to the address where that is possible. */
  const turnAt = (integrationId: IntegrationId, address: string): Result<() => void, number> => {
    const promised = promises.of(integrationId, address);
    const waitMs = integrations.waitMs(integrationId);
    if (promised !== null) {
      const leftMs = promised.atMs - clock.monotonicMs();
      // Tries that were in the way may have turned out to be no failures: then it may come early.
      if (leftMs > 0 && waitMs > 0) return fail(leftMs);
      promises.keep(integrationId, address);
      // Where it was no failure it is promised as before: perhaps the service could not be asked.
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
 * Turns that were promised to an address with an answer of 429. Without them a stranger who asks without end would take each turn the
 * moment it is free, and who waits as long as the answer says would find none.
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
    /** It is taken now. */
    keep(integrationId: IntegrationId, address: string): void {
      turns.get(integrationId)?.delete(address);
    },
  };
}
