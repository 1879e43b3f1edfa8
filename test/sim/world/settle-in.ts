import { sep } from 'node:path';
import { WATCHED } from '../plan/places.ts';
import type { Computer } from './computer.ts';
import { during } from './during.ts';
import type { Simulation } from './simulation.ts';
import { RELAY_ORIGIN } from './network/servers.ts';

/** Both people have chosen it, so that a scan is found and tried within the time that the stories count on. */
const SETTLE_MS = 5_000;

/** What a person does on the first day, before anything goes wrong. */
export async function settleIn(simulation: Simulation, one: Computer): Promise<void> {
  const { clock, servers, integration } = simulation;
  await during(clock, one.start());
  const client = one.client();
  if (client === null) throw new Error(`${one.name} is off`);
  const { baseUrl, authUrl, jwksUrl, issuer } = servers.sandbox.addresses;
  await during(clock, client.installation.change({ relayUrl: RELAY_ORIGIN, service: { baseUrl, authUrl, jwksUrl, issuer } }));
  const company = await during(clock, client.companies.connect({ name: 'Exemple SARL', ...integration }));
  if (!company.ok) throw new Error(`${one.name} cannot connect: ${company.failure.kind}`);
  for (const [named, importType] of WATCHED) {
    const path = asTyped(one, named);
    const added = await during(
      clock,
      client.folders.add({ companyId: company.value.id, importType, path, existing: 'send', settleMs: SETTLE_MS }),
    );
    if (!added.ok) throw new Error(`${one.name} cannot add ${path}: ${added.failure.kind}`);
  }
}

/** If letter case does not matter, one of the two people types the path differently. */
function asTyped({ name }: Computer, path: string): string {
  return sep === '\\' && name === 'back-office' ? path.toLowerCase() : path;
}
