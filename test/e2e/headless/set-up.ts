import type { Company } from '#shared/domain/company.ts';
import { firstSweep } from '../../../build/demo/first-sweep.ts';
import type { Host } from '../../../build/demo/start-host.ts';
import type { Parts } from '../../../build/demo/start-parts.ts';
import type { HostPaths } from './fixture.ts';

/** A company with its two folders, made by the engine's own calls: for tests that begin after the set-up. */
export async function setUp({ client }: Host, parts: Parts, place: HostPaths): Promise<Company> {
  await client.installation.change(parts.installation);
  await client.settings.change({ language: 'fr' });
  const company = await client.companies.connect({ name: 'Exemple SARL', ...(await parts.control.createIntegration()) });
  if (!company.ok) throw new Error(company.failure.kind);
  for (const [importType, path] of [
    ['purchase-invoices', place.purchases],
    ['sales-invoices', place.sales],
  ] as const) {
    const added = await client.folders.add({ companyId: company.value.id, importType, path, settleMs: 300 });
    if (!added.ok) throw new Error(added.failure.kind);
  }
  await firstSweep(client);
  return company.value;
}
