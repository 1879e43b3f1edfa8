import type { Company } from '#shared/domain/company.ts';
import { LEFT_BY } from '#shared/domain/left-by.ts';
import { newCredentials } from '../actions/ask-person.ts';
import type { Client, Computer } from './computer.ts';
import type { Simulation } from './simulation.ts';

type IntegrationView = { readonly integrationId: string; readonly state: string };

/** The storm is over: everything that somebody would repair is repaired, and from now on nothing fails. */
export async function setRight(simulation: Simulation): Promise<void> {
  simulation.chance.calm();
  await simulation.undoAll();
  await simulation.endHostility();
  for (const one of simulation.computers) one.wake();
  await simulation.revive(0);
}

/** What a person does who looks at the window now and then, and follows what it says: reconnect, resume, ask again, let go. */
export async function tendTo(simulation: Simulation): Promise<void> {
  for (const one of simulation.computers) {
    const client = one.client();
    if (client === null) continue;
    const { companies, vault, isCopied = false } = await client.overview();
    if (isCopied) hearOfCopy(simulation, one);
    const [company] = companies;
    // The keychain did not answer when it was checked for a lost key, so the window says that it is locked.
    if (vault === 'locked' && simulation.keyless.has(one.name)) simulation.ask(one, () => client.lookAgain());
    if (company !== undefined) await mend(simulation, one, { client, company });
    const items = await one.seenItems();
    // One by one, as a person does. An unproven answer is only what the relay says, and this relay is honest.
    for (const { id, state } of items) {
      const says = state.kind === 'awaiting' ? state.unproven?.kind : undefined;
      if (says !== undefined) simulation.ask(one, () => client.items.takeUnproven({ itemIds: [id], says }));
    }
    const unclear = items.filter(({ state }) => state.kind === 'held' && state.question.kind === 'unclear-answer');
    if (unclear.length > 0) simulation.ask(one, () => client.items.allow({ itemIds: unclear.map(({ id }) => id) }));
  }
}

async function mend(simulation: Simulation, one: Computer, { client, company }: { client: Client; company: Company }): Promise<void> {
  const { kind } = company.connection;
  if (kind === 'paused') return simulation.ask(one, () => client.companies.resume({ companyId: company.id }));
  const integrations = await simulation.servers.control<readonly IntegrationView[]>('/integrations');
  const revoked = integrations.some(
    ({ integrationId, state }) => integrationId === simulation.integration.integrationId && state === 'revoked',
  );
  if (kind !== 'invalid' && company.integrationId === simulation.integration.integrationId) return;
  const isRight = !revoked && simulation.waitsWith === simulation.integration.integrationSecret && !simulation.keyless.has(one.name);
  const isOwn = company.connection.kind === 'invalid' && LEFT_BY.connection[company.connection.reason] === 'itself';
  if (isRight && isOwn) return;
  if (revoked) simulation.integration = await newCredentials(simulation, true);
  return simulation.ask(one, async () => {
    const answer = await client.companies.reconnect({ companyId: company.id, ...simulation.integration });
    // The client secret was lost with the keychain, while the person was away who would have taken the setting back.
    if (!answer.ok && answer.failure.kind === 'own-credentials') {
      simulation.direct.delete(one.name);
      await client.settings.change({ credentials: { mode: 'broker', clientId: null } });
    }
    return answer;
  });
}

/** The window says that a copy of this profile runs elsewhere. */
function hearOfCopy(simulation: Simulation, one: Computer): void {
  const { image } = simulation;
  if (image === null || one.name !== image.name || image.isTold) return;
  image.isTold = true;
  if (image.renews) simulation.ask(one, (client) => client.companies.newIdentity());
}
