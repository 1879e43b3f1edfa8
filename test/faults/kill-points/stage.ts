import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Host, runCommand, startHost } from '../../../build/demo/start-host.ts';
import { firstSweep } from '../../../build/demo/first-sweep.ts';
import { type Parts, startParts } from '../../../build/demo/start-parts.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { isSeen } from '#shared/domain/results/unseen.ts';
import { aPdf } from '#test/support/documents/a-pdf.ts';
import { removeFolder, scratchFolder } from '#test/support/scratch-folder.ts';

/** One profile with a company and a folder, reset to its beginning before each life. */
export type Stage = {
  readonly profile: string;
  readonly folder: string;
  readonly parts: Parts;
  /** Of its company. */
  readonly credentials: { readonly integrationId: string; readonly integrationSecret: string };
  /** Resets everything, and adds one file that nothing has seen; returns its path. */
  begin(text: string): string;
  /** Documents that the service has recorded since `begin`. */
  documents(): Promise<readonly { readonly documentId: string; readonly externalReference: string | null }[]>;
  /** Everything in the watched folder, by name. */
  watched(): ReadonlyMap<string, string>;
  /** All files of the profile, by their path in it. */
  own(): readonly string[];
  close(): Promise<void>;
};

export async function openStage(): Promise<Stage> {
  const root = scratchFolder('kill');
  const [profile, folder, template] = [join(root, 'profile'), join(root, 'Purchases'), join(root, 'template')];
  mkdirSync(profile);
  mkdirSync(folder);
  const parts = await startParts();
  await parts.control.setSwitches({ autoDecide: { afterMs: 0 } });
  const credentials = await setUp(parts, { profile, folder });
  cpSync(profile, template, { recursive: true });
  let before = new Set<string>();
  const all = () => parts.control.documents();
  return {
    profile,
    folder,
    parts,
    credentials,
    begin: (text) => {
      rmSync(profile, { recursive: true, force: true });
      cpSync(template, profile, { recursive: true });
      for (const name of readdirSync(folder)) rmSync(join(folder, name));
      const path = join(folder, 'scan.pdf');
      writeFileSync(path, aPdf(text));
      return path;
    },
    documents: async () => {
      const now = await all();
      const fresh = now.filter(({ documentId }) => !before.has(documentId));
      before = new Set(now.map(({ documentId }) => documentId));
      return fresh;
    },
    watched: () => new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'latin1')])),
    own: () => readdirSync(profile, { recursive: true }).map(String).sort(),
    close: async () => {
      await parts.stop();
      removeFolder(root);
    },
  };
}

/** The documents of the files in its folder. Those of earlier lives are in the relay's log, and known by their numbers alone (ADR-4). */
export async function ownItems({ client }: Pick<Host, 'client'>): Promise<readonly Item[]> {
  return (await client.items.list({ limit: 100 })).items.filter(isSeen);
}

async function setUp({ control, installation }: Parts, { profile, folder }: { readonly profile: string; readonly folder: string }) {
  const host = await startHost(profile);
  await host.client.installation.change(installation);
  const credentials = await control.createIntegration();
  const company = await host.client.companies.connect({ name: 'Exemple SARL', ...credentials });
  if (!company.ok) throw new Error(company.failure.kind);
  const companyId = company.value.id;
  const added = await host.client.folders.add({ companyId, importType: 'purchase-invoices', path: folder, settleMs: 50, existing: 'send' });
  if (!added.ok) throw new Error(added.failure.kind);
  await firstSweep(host.client);
  await host.program.stop();
  // Opened once more and closed, so that all lives begin with a checkpointed log.
  await runCommand(profile, ['companies', 'list']);
  return credentials;
}
