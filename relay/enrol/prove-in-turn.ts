import type { RelayCore } from '../relay-core.ts';
import { probeBudget } from './probe-budget.ts';
import { type Admitted, proofLimits } from './proof-limits.ts';
import { type Claim, type Proof, prover } from './prove.ts';

/** `limited`: too many have failed; after so many milliseconds it may be tried again. `busy`: too many wait for theirs at the moment. */
export type ProofInTurn = Proof | { readonly kind: 'limited'; readonly waitMs: number } | { readonly kind: 'busy'; readonly code: string };

export type ProofRequest = Claim & { readonly deviceId: string; readonly address: string };

/**
 * A proof within the limits and the relay's budget of questions. The same pair at the same time is asked about once: who has the same secret
 * in hand learns nothing by the answer to it that it would not be told anyway.
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
      // What nobody could answer burdened the service, but was no wrong secret.
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
