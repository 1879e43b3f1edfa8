import { DAY_MS } from '#shared/lib/duration.ts';

/** A proof holds so long at most: a secret that was changed at the service ends what was proved by the old one. */
const PROOF_MS = 30 * DAY_MS;
/** An office is connected in an afternoon, and does not prove everything again in one: by up to these, each falls due earlier. */
const SPREAD_MS = 3 * DAY_MS;
/** Two proofs a millisecond apart fall due four seconds apart, modulo the spread. */
const STRIDE = 4_001;

/** No proof is too old before this. */
export const PROOF_LEAST_MS = PROOF_MS - SPREAD_MS;

/** From when on a link that was proved at this moment wants another proof. */
export function proofDueAt(provedAt: number): number {
  return provedAt + PROOF_MS - ((provedAt * STRIDE) % SPREAD_MS);
}
