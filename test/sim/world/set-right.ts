import type { Company } from '#shared/domain/company.ts';
import { newCredentials } from '../actions/ask-person.ts';
import type { Client, Computer } from './computer.ts';
import type { Office } from './office.ts';

type IntegrationView = { readonly integrationId: string; readonly state: string };

/** The storm is over: everything that somebody would repair is repaired, and from now on nothing fails. */
export async function setRight(office: Office): Promise<void> {
  office.chance.calm();
  await office.undoAll();
  await office.endHostility();
  for (const one of office.computers) one.wake();
  await office.revive(0);
}

/** What a person does who looks at the window now and then, and follows what it says: reconnect, resume, ask again, let go. */
export async function tendTo(office: Office): Promise<void> {
  for (const one of office.computers) {
    const client = one.client();
    if (client === null) continue;
    const { companies, vault, isCopied = false } = await client.overview();
    if (isCopied) hearOfCopy(office, one);
    const [company] = companies;
    // The keychain did not answer when it was checked for a lost key, so the window says that it is locked.
    if (vault === 'locked' && office.keyless.has(one.name)) office.ask(one, () => client.lookAgain());
    if (company !== undefined) await mend(office, one, { client, company });
    const items = await office.items(one);
    // One by one, as a person does. An unproven answer is only what the relay says, and this relay is honest.
    for (const { id, state } of items) {
      const says = state.kind === 'awaiting' ? state.unproven?.kind : undefined;
      if (says !== undefined) office.ask(one, () => client.items.takeUnproven({ itemIds: [id], says }));
    }
    const unclear = items.filter(({ state }) => state.kind === 'held' && state.question.kind === 'unclear-answer');
    if (unclear.length > 0) office.ask(one, () => client.items.allow({ itemIds: unclear.map(({ id }) => id) }));
  }
}

async function mend(office: Office, one: Computer, { client, company }: { client: Client; company: Company }): Promise<void> {
  const { kind } = company.connection;
  if (kind === 'paused') return office.ask(one, () => client.companies.resume({ companyId: company.id }));
  const integrations = await office.servers.control<readonly IntegrationView[]>('/integrations');
  const revoked = integrations.some(
    ({ integrationId, state }) => integrationId === office.integration.integrationId && state === 'revoked',
  );
  if (kind !== 'invalid' && company.integrationId === office.integration.integrationId) return;
  if (revoked) office.integration = await newCredentials(office, true);
  return office.ask(one, () => client.companies.reconnect({ companyId: company.id, ...office.integration }));
}

/** The window says that a copy of this profile runs elsewhere. */
function hearOfCopy(office: Office, one: Computer): void {
  const { image } = office;
  if (image === null || one.name !== image.name || image.isTold) return;
  image.isTold = true;
  if (image.renews) office.ask(one, (client) => client.companies.newIdentity());
}
