import { unreachable } from '#shared/lib/unreachable.ts';
import type { Doing } from '../plan/deed.ts';
import type { Office } from '../world/office.ts';
import type { Integration } from '../world/premises.ts';

export type AskPerson = Extract<Doing, { kind: 'pause' | 'allow' | 'parallel' | 'reconnect' }>;

/** What a person does in the window of one computer. */
export function askPerson(office: Office, doing: AskPerson): void {
  const one = office.computers[doing.computer];
  if (one === undefined) return;
  switch (doing.kind) {
    case 'pause':
      office.ask(one, (client, company) => client.companies.pause({ companyId: company.id }));
      return office.later(doing.lengthMs, () => office.ask(one, (client, company) => client.companies.resume({ companyId: company.id })));
    case 'allow':
      return office.ask(one, async (client) => {
        const held = (await office.items(one)).filter(({ state }) => state.kind === 'held');
        office.ledger.unasked.clear();
        return client.items.allow({ itemIds: held.map(({ id }) => id) });
      });
    case 'parallel':
      return office.ask(one, (client) => client.settings.change({ parallelUploads: doing.uploads }));
    case 'reconnect':
      return office.ask(one, async (client, company) => {
        office.integration = await newCredentials(office, doing.sameId);
        return client.companies.reconnect({ companyId: company.id, ...office.integration });
      });
    default:
      return unreachable(doing);
  }
}

/** What the person reads in the service's user interface: for the same integration once more, or for another one. */
export async function newCredentials(office: Office, sameId: boolean): Promise<Integration> {
  const wanted = sameId ? { integrationId: office.integration.integrationId } : {};
  const made = await office.servers.control<Integration>('/integrations', wanted);
  office.witness.knowSecret(made.integrationId, made.integrationSecret);
  return made;
}
