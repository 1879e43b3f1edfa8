import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { firstSweep } from '../../build/demo/first-sweep.ts';
import { type Host, startHost } from '../../build/demo/start-host.ts';
import { type Parts, startParts } from '../../build/demo/start-parts.ts';
import { removeFolder, scratchFolder } from '#test/support/scratch-folder.ts';

export type BenchHost = {
  readonly parts: Parts;
  readonly host: Host;
  /** The watched folder. */
  readonly folder: string;
  readonly settleMs: number;
  readonly integration: { readonly integrationId: string; readonly integrationSecret: string };
};

/** Shorter than the default, to save time; it is subtracted from every figure. */
const SETTLE_MS = 500;

/** Sandbox, relay and headless host as real programs, ended afterwards. */
export async function withBenchHost(bench: (host: BenchHost) => Promise<unknown>): Promise<void> {
  const root = scratchFolder('bench');
  const [profile, folder] = [join(root, 'profile'), join(root, 'Purchases')];
  mkdirSync(profile);
  mkdirSync(folder);
  const parts = await startParts();
  try {
    const host = await startHost(profile);
    try {
      await host.client.installation.change(parts.installation);
      const integration = await parts.control.createIntegration();
      const company = await host.client.companies.connect({ name: 'Exemple SARL', ...integration });
      if (!company.ok) throw new Error(company.failure.kind);
      const added = await host.client.folders.add({
        companyId: company.value.id,
        importType: 'purchase-invoices',
        path: folder,
        settleMs: SETTLE_MS,
      });
      if (!added.ok) throw new Error(added.failure.kind);
      await firstSweep(host.client);
      await bench({ parts, host, folder, settleMs: SETTLE_MS, integration });
    } finally {
      await host.program.stop();
    }
  } finally {
    await parts.stop();
    removeFolder(root);
  }
}
