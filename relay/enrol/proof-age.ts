import { DAY_MS } from '#shared/lib/duration.ts';

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
