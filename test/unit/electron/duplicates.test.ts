import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '#test/support/temp-folder.ts';
import { aPdf } from '#test/support/documents/a-pdf.ts';
import { realParts } from '#test/support/real-parts.ts';
import { anEngine, type EngineFixture } from './an-engine.ts';
import { runIn } from './headless/run-in.ts';

const parts = realParts();

/** A company with both folders, on real disk, sandbox and relay; one of its documents was accepted. */
async function accepted() {
  const root = tempFolder();
  const [purchases, sales] = [join(root, 'achats'), join(root, 'ventes')];
  for (const path of [purchases, sales]) mkdirSync(path);
  const engine = await anEngine(root);
  await engine.client.installation.change(parts().installation);
  const integration = await parts().control.createIntegration();
  const connected = await engine.client.companies.connect({ name: 'Boulangerie', ...integration });
  if (!connected.ok) throw new Error(connected.failure.kind);
  const of = { companyId: connected.value.id, settleMs: 50, existing: 'send' } as const;
  await engine.client.folders.add({ ...of, importType: 'purchase-invoices', path: purchases });
  await engine.client.folders.add({ ...of, importType: 'sales-invoices', path: sales });
  writeFileSync(join(purchases, 'facture.pdf'), aPdf(integration.integrationId));
  await engine.until(({ counts }) => counts.awaiting === 1);
  const mine = async () => (await parts().control.documents()).filter((one) => one.integrationId === integration.integrationId);
  await parts().control.decide((await mine())[0]?.documentId ?? '', { documentState: 'Accepted' });
  await engine.until(({ counts }) => counts.accepted === 1);
  const [item] = (await engine.client.items.list({ limit: 5 })).items;
  if (item === undefined) throw new Error('no item');
  const drops = async () => {
    const detail = await engine.client.items.get({ itemId: item.id });
    return detail.ok ? (detail.value.drops ?? []) : [];
  };
  return { engine, purchases, sales, mine, drops };
}

describe('the same bytes', () => {
  it('that come again are listed with path and date, by window and command line, and not sent', { timeout: 60_000 }, async () => {
    const { engine, purchases, mine, drops } = await accepted();
    const [first, copy] = [join(purchases, 'facture.pdf'), join(purchases, 'copie de facture.pdf')];
    const before = Date.now();
    copyFileSync(first, copy);
    await expect.poll(drops, { timeout: 20_000 }).toMatchObject([{ path: copy }]);
    // A file that was removed and dropped again under its old name counts once more.
    rmSync(first);
    const gone = async () => (await engine.client.overview()).folders.length === 2 && !(await readPlaces(engine)).includes(first);
    engine.app.lookAgain();
    await expect.poll(gone, { timeout: 20_000 }).toBe(true);
    copyFileSync(copy, join(purchases, '..', 'aside.pdf'));
    renameSync(join(purchases, '..', 'aside.pdf'), first);
    engine.app.lookAgain();
    await expect.poll(drops, { timeout: 20_000 }).toMatchObject([{ path: first }, { path: copy }]);
    expect((await drops()).every(({ at }) => at >= before - 1_000 && at <= Date.now())).toBe(true);
    expect(await mine()).toHaveLength(1);
    const json = JSON.parse((await runIn(engine, 'documents', '--json')).printed) as { foundAgain: { path: string }[] }[];
    expect(json.map(({ foundAgain }) => foundAgain.map(({ path }) => path))).toEqual([[first, copy]]);
    expect((await runIn(engine, 'documents')).printed).toMatch(
      /facture\.pdf +purchase-invoices +accepted +found again on \d{4}-\d\d-\d\d \(and 1 times before\), sent once/,
    );
  });

  it('in both folders are asked about by the command line too, which says what it did and what is left to do', {
    timeout: 60_000,
  }, async () => {
    const { engine, purchases, sales, mine } = await accepted();
    copyFileSync(join(purchases, 'facture.pdf'), join(sales, 'facture.pdf'));
    await engine.until(({ counts }) => counts.held === 1);
    const id = (await engine.client.items.list({ states: ['held'], limit: 1 })).items[0]?.id ?? '';
    expect((await runIn(engine, 'documents')).printed).toContain(`"documents is purchase|sale|both ${id}"`);
    const said = await runIn(engine, 'documents', 'is', 'sale', id);
    expect(said.exit).toBe(0);
    expect(said.printed).toMatch(/^1 are sent now, 0 are ignored\nThe other one has left already \(accepted, document [0-9a-f-]+\)/);
    await engine.until(({ counts }) => counts.awaiting === 1);
    expect(await mine()).toHaveLength(2);
    expect(await runIn(engine, 'documents', 'is', 'purchase', id)).toMatchObject({ exit: 1 });
    expect(await mine()).toHaveLength(2);
  });

  it('in both folders are held, and a person says', { timeout: 60_000 }, async () => {
    const { engine, purchases, sales, mine } = await accepted();
    copyFileSync(join(purchases, 'facture.pdf'), join(sales, 'facture.pdf'));
    await engine.until(({ counts }) => counts.held === 1);
    const held = (await engine.client.items.list({ states: ['held'], limit: 5 })).items;
    expect(held).toMatchObject([{ importType: 'sales-invoices', state: { question: { kind: 'other-type' } } }]);
    expect(await mine()).toHaveLength(1);
    await engine.client.items.allow({ itemIds: held.map(({ id }) => id) });
    await engine.until(({ counts }) => counts.awaiting === 1);
    expect(await mine()).toHaveLength(2);
  });
});

async function readPlaces({ client }: EngineFixture): Promise<readonly string[]> {
  const [item] = (await client.items.list({ limit: 5 })).items;
  const detail = item === undefined ? null : await client.items.get({ itemId: item.id });
  return detail?.ok === true ? detail.value.places.filter(({ present }) => present).map(({ path }) => path) : [];
}
