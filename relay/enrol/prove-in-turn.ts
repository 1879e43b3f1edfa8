import type { RelayCore } from '../relay-core.ts';
import { probeBudget } from './probe-budget.ts';
import { type Admitted, proofLimits } from './proof-limits.ts';
import { type Claim, type Proof, prover } from './prove.ts';

/** `limited`: too many have failed; try again after `waitMs`. `busy`: too many are waiting for their turn at the moment. */
export type ProofInTurn = Proof | { readonly kind: 'limited'; readonly waitMs: number } | { readonly kind: 'busy'; readonly code: string };

export type ProofRequest = Claim & { readonly deviceId: string; readonly address: string };

/**
 * Proves within the limits and the relay's budget of probes. Concurrent requests with the same integration and secret share one proof: a
 * caller that has the secret learns nothing from the shared answer that it would not be told anyway.
 */
export function proverInTurn(core: RelayCore): (asked: ProofRequest) => Promise<ProofInTurn> {
  const prove = prover(core);
  const admit = proofLimits(core.clock);
  const turnOf = probeBudget(core.clock, core.stop);
  const inFlight = new Map<string, Promise<ProofInTurn>>();

  const inTurn = async (claim: Claim, { rank, giveBack }: Admitted): Promise<ProofInTurn> => {
    const turn = await turnOf(rank);
    if (turn === null) {
      giveBack();
      return { kind: 'busy', code: 'probes' };
    }
    let proof: Proof | null = null;
    try {
      proof = await prove(claim);
      return proof;
    } finally {
      // A proof without an outcome burdened the service, but was not a wrong secret.
      turn.done(proof?.kind !== 'proved');
      if (proof?.kind !== 'refused') giveBack();
    }
  };

  return async ({ deviceId, address, integrationId, integrationSecret }) => {
    const isKnown = await core.store.hasProved({ deviceId, integrationId });
    const pair = `${integrationId} ${integrationSecret}`;
    const shared = inFlight.get(pair);
    if (shared !== undefined) return shared;
    const admitted = admit({ deviceId, address, integrationId, isKnown });
    if (!admitted.ok) return { kind: 'limited', waitMs: admitted.failure };
    const flight = inTurn({ integrationId, integrationSecret }, admitted.value).finally(() => inFlight.delete(pair));
    inFlight.set(pair, flight);
    return flight;
  };
}
