import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openJournal } from '#electron/journal/open-journal.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { firstSweep } from '../../../build/demo/first-sweep.ts';
import { startHost } from '../../../build/demo/start-host.ts';
import { type Parts, startParts } from '../../../build/demo/start-parts.ts';
import { seedFiles } from '../programs/seed-files.ts';
import { aKnownFile } from '#test/support/a-known-file.ts';
import { removeFolder, scratchFolder } from '#test/support/scratch-folder.ts';

/** A profile of one company whose journal knows this many documents, all held. Sandbox and relay run beside it. */
export async function withSeededProfile<T>(documents: number, bench: (profile: string) => Promise<T>): Promise<T> {
  const root = scratchFolder('window');
  const profile = join(root, 'profile');
  mkdirSync(profile);
  const parts = await startParts();
  try {
    await connected(profile, join(root, 'Purchases'), parts);
    await known(profile, documents);
    // A missing folder pauses, so the host is quiet, and only the window is measured.
    rmSync(join(root, 'Purchases'), { recursive: true });
    return await bench(profile);
  } finally {
    await parts.stop();
    removeFolder(root);
  }
}

async function connected(profile: string, path: string, parts: Parts): Promise<void> {
  const host = await startHost(profile);
  try {
    await host.client.installation.change(parts.installation);
    const company = await host.client.companies.connect({ name: 'Exemple SARL', ...(await parts.control.createIntegration()) });
    if (!company.ok) throw new Error(company.failure.kind);
    mkdirSync(path);
    const added = await host.client.folders.add({ companyId: company.value.id, importType: 'purchase-invoices', path });
    if (!added.ok) throw new Error(added.failure.kind);
    await firstSweep(host.client);
  } finally {
    await host.program.stop();
  }
}

async function known(profile: string, documents: number): Promise<void> {
  const opened = openJournal(join(profile, 'journal.sqlite'), { clock: nodeClock(), random: nodeRandom() });
  if (!opened.ok) throw new Error(opened.failure.kind);
  const [folder] = opened.value.folders.folders();
  if (folder === undefined) throw new Error('the folder is not in the journal');
  const files = Array.from({ length: documents }, (_, n) => ({
    place: `Supplier ${n % 500} invoice ${String(n).padStart(6, '0')}.pdf`,
    pair: aKnownFile(1_000 + n, 1_700_000_000_000 + n),
  }));
  await seedFiles(opened.value, folder, files);
  opened.value.close();
}
