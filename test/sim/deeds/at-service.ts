import { unreachable } from '#shared/lib/unreachable.ts';
import type { Doing } from '../plan/deed.ts';
import type { Office } from '../world/office.ts';

export type AtService = Extract<Doing, { kind: 'revoke' | 'close' | 'odd-event' | 'expire-tokens' | 'rotate-keys' | 'service-fault' }>;

/** What the accountant, the operator and fate do at the service. */
export async function atService(office: Office, doing: AtService): Promise<void> {
  const { control } = office.servers;
  const { integrationId } = office.integration;
  switch (doing.kind) {
    case 'revoke':
      await control(`/integrations/${integrationId}/revoke`, {});
      return;
    case 'close':
      await control(`/integrations/${integrationId}/close`, { errorCode: doing.code });
      return;
    case 'odd-event':
      await control('/events', { type: 'SomethingNew', data: { integrationId }, integrationId });
      return;
    case 'expire-tokens':
      await control('/tokens/expire', {});
      return;
    case 'rotate-keys':
      await control('/keys/rotate', {});
      return;
    case 'service-fault':
      office.rules.push(doing.rule);
      await control('/switches', { faults: office.rules }, 'PATCH');
      return office.later(doing.lengthMs, async () => {
        office.rules.splice(office.rules.indexOf(doing.rule), 1);
        await control('/switches', { faults: office.rules }, 'PATCH');
      });
    default:
      return unreachable(doing);
  }
}
