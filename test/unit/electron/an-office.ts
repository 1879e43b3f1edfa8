import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { FolderChange } from '#shared/app-api/folder-places.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import type { realParts } from '#test/support/real-parts.ts';
import { anEngine, type EngineFixture } from './an-engine.ts';

export type ComputerOf = { readonly existing?: 'ask' | 'send'; readonly after?: FolderChange };

/** One shared folder, one company, and as many computers as requested; each is a device of its own at the relay. */
export async function anOffice(parts: ReturnType<typeof realParts>) {
  const root = tempFolder();
  const scans = join(root, 'share');
  mkdirSync(scans);
  const integration = await parts().control.createIntegration();
  const documents = async () => (await parts().control.documents()).filter((one) => one.integrationId === integration.integrationId);
  const computer = async (name: string, { existing = 'send', after }: ComputerOf = {}): Promise<EngineFixture> => {
    const engine = await anEngine(join(root, name));
    await engine.client.installation.change(parts().installation);
    const connected = await engine.client.companies.connect({ name: 'Boulangerie', ...integration });
    if (!connected.ok) throw new Error(`not connected: ${connected.failure.kind}`);
    const folder = { companyId: connected.value.id, importType: 'purchase-invoices', path: scans, settleMs: 50, existing } as const;
    const added = await engine.client.folders.add(folder);
    if (!added.ok) throw new Error(`not added: ${added.failure.kind}`);
    if (after !== undefined) expect(await engine.client.folders.change({ folderId: added.value.id, ...after })).toMatchObject({ ok: true });
    await engine.until(({ folders }) => folders[0]?.lastSweptAt !== null);
    return engine;
  };
  return { root, scans, documents, computer, integration };
}

export async function listItems(engine: EngineFixture): Promise<readonly Item[]> {
  return (await engine.client.items.list({ limit: 500 })).items;
}
