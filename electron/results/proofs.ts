import type { IntegrationId } from '#shared/contract/ids.ts';
import { backOffMs } from '#shared/lib/back-off.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type WallMs } from '#shared/lib/duration.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Clock, Log, Random } from '#shared/ports/world.ts';

/** `againAt`: when the relay accepts the next attempt, if it has said so. */
export type ProofFault = { readonly kind: string; readonly againAt?: WallMs | undefined };

export type ProofsDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Shows the relay the integration's secret again, from the vault. */
  readonly prove: (integrationId: IntegrationId) => Promise<Result<unknown, ProofFault>>;
  readonly refused: (fault: ProofFault, integrationId: IntegrationId) => void;
};

export type Proofs = {
  /** Whether the relay took the proof. It is not given before its time has come. */
  proveAgain(integrationId: IntegrationId): Promise<boolean>;
  /** What was found out before counts no more, for this integration or for all. */
  forget(integrationId?: IntegrationId): void;
};

/** A relay that lost the proof gets it again; one that never accepts it is asked no more often than this. */
const PROVE_AGAIN_MS = 15 * MINUTE_MS;
/** Upper limit of the wait that the relay itself states. None of our relays states a longer one. */
const PROVE_AGAIN_MOST_MS = 2 * HOUR_MS;
/** Lower limit of that wait: after repeated failures it grows. */
const PROVE_BACK_OFF = { firstMs: 10 * SECOND_MS, mostMs: PROVE_AGAIN_MS };

/** The proofs that a relay asks for again: given at once, then ever more seldom where it does not take them. */
export function createProofs({ clock, random, log, prove, refused }: ProofsDeps): Proofs {
  const given = new Map<IntegrationId, { readonly nextMs: number; readonly failures: number }>();
  return {
    forget: (integrationId) => void (integrationId === undefined ? given.clear() : given.delete(integrationId)),
    proveAgain: async (integrationId) => {
      const { nextMs, failures } = given.get(integrationId) ?? { nextMs: -Infinity, failures: 0 };
      if (clock.monotonicMs() < nextMs) return false;
      const proved = await prove(integrationId);
      const toldMs = proved.ok || proved.failure.againAt === undefined ? null : proved.failure.againAt - clock.wallMs();
      const leastMs = toldMs === null ? PROVE_AGAIN_MS : backOffMs(failures + 1, random.fraction(), PROVE_BACK_OFF);
      const waitMs = Math.max(leastMs, Math.min(toldMs ?? 0, PROVE_AGAIN_MOST_MS));
      given.set(integrationId, { nextMs: clock.monotonicMs() + waitMs, failures: proved.ok ? 0 : failures + 1 });
      if (!proved.ok) refused(proved.failure, integrationId);
      log.info('relay asked for the proof again', { integrationId, proved: proved.ok ? 'yes' : proved.failure.kind });
      return proved.ok;
    },
  };
}

const FIRST_MS = 15 * MINUTE_MS;
const MOST_MS = DAY_MS;

/**
 * Whether the device may enrol again now: at once, then after a quarter of an hour, then at ever longer intervals up to a day; after two
 * quiet days it starts over. A relay that keeps forgetting its devices must not get a new one at every request.
 */
export function enrolThrottle(clock: Clock): () => boolean {
  let times = 0;
  let lastMs = -Infinity;
  return () => {
    const sinceMs = clock.monotonicMs() - lastMs;
    if (sinceMs >= 2 * MOST_MS) times = 0;
    if (times > 0 && sinceMs < Math.min(FIRST_MS * 4 ** (times - 1), MOST_MS)) return false;
    times += 1;
    lastMs = clock.monotonicMs();
    return true;
  };
}
