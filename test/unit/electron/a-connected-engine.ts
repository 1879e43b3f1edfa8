import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineDeps } from '#electron/engine/engine.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import type { Parts } from '../../../build/demo/start-parts.ts';
import { anEngine } from './an-engine.ts';

type Wanted = {
  readonly name?: string;
  readonly folder?: string;
  readonly power?: EngineDeps['power'];
  readonly converter?: EngineDeps['converter'];
};

/** An engine with one connected company and one folder of purchases that has been swept once, so every later file in it is new. */
export async function aConnectedEngine(parts: Parts, { name = 'Exemple SARL', folder = 'scans', power = null, converter }: Wanted = {}) {
  const root = tempFolder();
  const scans = join(root, folder);
  mkdirSync(scans);
  const engine = await anEngine(root, { power, ...(converter === undefined ? {} : { converter }) });
  await engine.client.installation.change(parts.installation);
  const integration = await parts.control.createIntegration();
  const connected = await engine.client.companies.connect({ name, ...integration });
  if (!connected.ok) throw new Error(`not connected: ${connected.failure.kind}`);
  const company = connected.value;
  const added = await engine.client.folders.add({ companyId: company.id, importType: 'purchase-invoices', path: scans, settleMs: 50 });
  if (!added.ok) throw new Error(`no folder: ${added.failure.kind}`);
  await engine.until(({ folders }) => folders[0]?.lastSweptAt !== null);
  const documents = async () => (await parts.control.documents()).filter((one) => one.integrationId === integration.integrationId);
  return { root, scans, engine, integration, company, documents };
}
