import type { RevokingCode } from '#shared/contract/answers.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import type { Core } from '../core.ts';
import { revocationEvent } from '../webhooks/events.ts';

/**
 * Revokes an integration and records the event, in one transaction (§ States of an integration). With a code it
 * is the automatic revocation, whose event depends on a switch. A second call changes nothing and returns false.
 */
export function revoke(core: Core, id: IntegrationId, as: RevokingCode | null): boolean {
  const told = as === null || core.switches.now().revocationEventAfterAutoRevoke;
  const revoked = core.store.transaction(() => {
    if (!core.store.integrations.revoke(id, as, core.clock.wallMs())) return false;
    if (told) revocationEvent(core, id);
    return true;
  });
  if (revoked) core.log.info('integration revoked', { integrationId: id, errorCode: as });
  core.ring();
  return revoked;
}
