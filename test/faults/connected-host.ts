import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { tempFolder } from '#test/support/temp-folder.ts';
import { firstSweep } from '../../build/demo/first-sweep.ts';
import { type Host, startHost } from '../../build/demo/start-host.ts';
import type { Parts } from '../../build/demo/start-parts.ts';

/**
 * A host with one company and a folder `Purchases`, plus those in `more`, all swept once. `start` runs another host on its profile; all end
 * with the test. `documents` are those of the company at the service, in order. `program` is the host's own file, if it is another one.
 */
export async function connectedHost(
  { control, installation }: Parts,
  { more = [], settleMs = 50, program }: { readonly more?: readonly string[]; readonly settleMs?: number; readonly program?: string } = {},
) {
  const root = tempFolder();
  const [profile, folder] = [join(root, 'profile'), join(root, 'Purchases')];
  for (const path of [profile, folder]) mkdirSync(path);
  const start = async (): Promise<Host> => {
    const host = await startHost(profile, {}, '0', program);
    onTestFinished(() => host.program.kill());
    return host;
  };
  const first = await start();
  await first.client.installation.change(installation);
  const integration = await control.createIntegration();
  const company = await first.client.companies.connect({ name: 'Exemple SARL', ...integration });
  if (!company.ok) throw new Error(company.failure.kind);
  const of = { companyId: company.value.id, importType: 'purchase-invoices', settleMs } as const;
  for (const path of [folder, ...more]) {
    const added = await first.client.folders.add({ ...of, path });
    if (!added.ok) throw new Error(added.failure.kind);
  }
  await firstSweep(first.client);
  const documents = async () => (await control.documents()).filter((one) => one.integrationId === integration.integrationId);
  return { root, profile, folder, start, first, documents };
}
