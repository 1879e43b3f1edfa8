import { unreachable } from '#shared/lib/unreachable.ts';
import { limited } from '../http/limited.ts';
import { notFound, tryLater } from '../http/problem.ts';
import type { RelayCore } from '../relay-core.ts';
import { type ProofRequest, proverInTurn } from './prove-in-turn.ts';

const RETRY_SECONDS = 10;

/** The purpose for which a secret was shown, for the log. */
export type ShownFor = 'link' | 'forget' | 'send-away';

/** Has a secret proved on the service, within the limits. Null if it is right, otherwise the answer that refuses it. */
export type RefuseUnproved = (asked: ProofRequest, shownFor: ShownFor) => Promise<Response | null>;

export function refuserOfUnproved(core: RelayCore): RefuseUnproved {
  const prove = proverInTurn(core);
  return async (asked, shownFor) => {
    const { deviceId, integrationId, address } = asked;
    const proof = await prove(asked);
    if (proof.kind === 'limited') return limited(core, { what: 'proof', waitMs: proof.waitMs, address });
    const ids = { deviceId, integrationId, shownFor };
    // A stranger can cause two of these refusals a second, so they go into the bounded log.
    if (proof.kind === 'refused') core.refusals.note({ what: 'proof', code: proof.code, address, ids });
    else core.log.info('proof', { ...ids, outcome: proof.kind, code: proof.code, from: core.hashOf(address) });
    core.metrics.proofs.inc({ outcome: proof.kind });
    switch (proof.kind) {
      case 'proved':
        return null;
      case 'refused':
        return notFound();
      case 'unreachable':
        return tryLater('service', RETRY_SECONDS);
      case 'busy':
        return tryLater('busy', RETRY_SECONDS);
      default:
        return unreachable(proof);
    }
  };
}
