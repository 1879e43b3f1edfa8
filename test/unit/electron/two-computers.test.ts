import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Item } from '#shared/domain/item/item.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { realParts } from '#test/support/why-skipped.ts';
import { anEngine, anOffice, type EngineFixture, listItems } from './an-engine.ts';
import { tempFolder } from '#test/support/folders.ts';
import { runIn } from './headless/host-fixture.ts';

const FILES = 20;

const parts = realParts();

function documentOf({ state }: Item): string | null {
  return 'documentId' in state ? state.documentId : null;
}

/** Which document each content became. */
function ids(list: readonly Item[] | undefined): Map<string | null, string | null> {
  return new Map(list?.map((item) => [item.sha256, documentOf(item)]));
}

function faster(list: readonly Item[] | undefined): Set<string | null> {
  return new Set(list?.filter((item) => item.sentElsewhere).map(({ sha256 }) => sha256));
}

/** The document numbers in its deposit register. */
async function readRegister({ client }: EngineFixture): Promise<Set<string>> {
  const chosen = { kind: 'filter', filter: {} } as const;
  const look = { format: 'csv', language: 'fr', locale: 'fr-FR', timeZone: 'UTC', into: 'parts' } as const;
  let csv = '';
  for await (const step of await client.register.make({ chosen, ...look })) {
    if (step.kind === 'part') csv += Buffer.from(step.base64, 'base64').toString('utf8');
  }
  return new Set(csv.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g));
}

describe('two computers on one shared folder', () => {
  it(`make one document of each of ${FILES} files that come at once, and both show it accepted`, { timeout: 60_000 }, async () => {
    const { root, scans, documents, computer } = await anOffice(parts);
    const both = [await computer('accueil'), await computer('bureau')];
    for (let file = 0; file < FILES; file += 1) writeFileSync(join(root, `${file}.pdf`), aPdf(`Facture ${file}`));
    for (let file = 0; file < FILES; file += 1) copyFileSync(join(root, `${file}.pdf`), join(scans, `${file}.pdf`));
    for (const engine of both) await engine.until(({ counts }) => counts.awaiting === FILES);
    const sent = await documents();
    expect(sent).toHaveLength(FILES);
    for (const { documentId } of sent) await parts().control.decide(documentId, { documentState: 'Accepted' });
    for (const engine of both) await engine.until(({ counts }) => counts.accepted === FILES);
    const [accueil, bureau] = await Promise.all(both.map(listItems));
    expect(ids(bureau)).toEqual(ids(accueil));
    // For each document exactly one of them knows that the other one was faster.
    expect(faster(accueil).size + faster(bureau).size).toBe(FILES);
    expect(new Set([...faster(accueil), ...faster(bureau)]).size).toBe(FILES);
  });

  it('that both press "Send again" meet at the same number: one document more, and both tell the whole story', async () => {
    const { scans, documents, computer } = await anOffice(parts);
    const both = [await computer('accueil'), await computer('bureau')];
    writeFileSync(join(scans, 'devis.pdf'), aPdf('Devis'));
    for (const engine of both) await engine.until(({ counts }) => counts.awaiting === 1);
    const [first] = await documents();
    await parts().control.decide(first?.documentId ?? '', { documentState: 'Refused', rejectionReason: 'Ceci est un devis' });
    for (const engine of both) await engine.until(({ counts }) => counts.refused === 1);
    const pressed = both.map(async (engine) => engine.client.items.sendAgain({ itemIds: (await listItems(engine)).map(({ id }) => id) }));
    expect((await Promise.all(pressed)).map(({ sent }) => sent.length)).toEqual([1, 1]);
    for (const engine of both) await engine.until(({ counts }) => counts.awaiting === 1);
    const second = (await documents()).find(({ documentId }) => documentId !== first?.documentId);
    expect(await documents()).toHaveLength(2);
    await parts().control.decide(second?.documentId ?? '', { documentState: 'Accepted' });
    for (const engine of both) {
      await engine.until(({ counts }) => counts.accepted === 1);
      const [item] = await listItems(engine);
      expect(item).toMatchObject({ resubmission: 1, state: { kind: 'accepted', documentId: second?.documentId } });
      const detail = await engine.client.items.get({ itemId: item?.id ?? '' });
      expect(detail).toMatchObject({ ok: true, value: { earlier: [{ documentId: first?.documentId, reason: 'Ceci est un devis' }] } });
    }
  });

  it('of which one was sent again alone, both move on; a third that comes later finds the whole story', { timeout: 60_000 }, async () => {
    const { scans, documents, computer } = await anOffice(parts);
    const [accueil, bureau] = [await computer('accueil'), await computer('bureau')];
    writeFileSync(join(scans, 'devis.pdf'), aPdf('Devis signé'));
    for (const engine of [accueil, bureau]) await engine.until(({ counts }) => counts.awaiting === 1);
    const [first] = await documents();
    await parts().control.decide(first?.documentId ?? '', { documentState: 'Refused', rejectionReason: 'Ceci est un devis' });
    for (const engine of [accueil, bureau]) await engine.until(({ counts }) => counts.refused === 1);
    await accueil.client.items.sendAgain({ itemIds: (await listItems(accueil)).map(({ id }) => id) });
    await accueil.until(({ counts }) => counts.awaiting === 1);
    const second = (await documents()).find(({ documentId }) => documentId !== first?.documentId);
    await parts().control.decide(second?.documentId ?? '', { documentState: 'Accepted' });
    // Its events are older than this installation.
    const later = await computer('nouveau');
    for (const engine of [accueil, bureau, later]) {
      await engine.until(({ counts }) => counts.accepted === 1);
      const [item] = await listItems(engine);
      expect(item).toMatchObject({ resubmission: 1, state: { documentId: second?.documentId } });
    }
    expect((await listItems(later))[0]).toMatchObject({ sentElsewhere: true });
    expect(await documents()).toHaveLength(2);
  });

  it('show a document that one sent and moved away before the other one looked, by its number until its file is seen', async () => {
    const { root, scans, documents, computer } = await anOffice(parts);
    const accueil = await computer('accueil', { after: { after: 'move' } });
    for (const name of ['facture', 'devis']) writeFileSync(join(scans, `${name}.pdf`), aPdf(name));
    await accueil.until(({ counts }) => counts.awaiting === 2);
    for (const { documentId, filename } of await documents()) {
      const documentState = filename === 'devis.pdf' ? 'Refused' : 'Accepted';
      await parts().control.decide(documentId, { documentState, rejectionReason: 'Ceci est un devis' });
    }
    await expect.poll(() => readdirSync(scans).sort(), { timeout: 15_000 }).toEqual(['Acceptés', 'Refusés']);
    for (const folder of ['Acceptés', 'Refusés']) renameSync(join(scans, folder), join(root, folder));
    const bureau = await computer('bureau');
    await bureau.until(({ counts }) => counts.accepted === 1 && counts.refused === 1);
    const ofDocument = new Map((await listItems(bureau)).map((item) => [documentOf(item), item]));
    for (const { documentId } of await documents()) {
      expect(ofDocument.get(documentId)).toMatchObject({ name: documentId, importType: null, sentElsewhere: true });
    }
    // A refusal of another computer asks nobody here.
    expect(bureau.app.overview().counts).toMatchObject({ refused: 1, resolved: 1 });
    expect(await readRegister(bureau)).toEqual(new Set((await documents()).map(({ documentId }) => documentId)));
    copyFileSync(join(root, 'Refusés', 'devis.pdf'), join(scans, 'devis.pdf'));
    await bureau.until(({ counts }) => counts.refused === 1 && counts.resolved === 0);
    expect((await listItems(bureau)).map(({ name }) => name)).toContain('devis.pdf');
    expect(await listItems(bureau)).toHaveLength(2);
    expect(await documents()).toHaveLength(2);
  });

  it('and a service that looks and records in two steps may get two of one, of which each computer shows its own', async () => {
    const { scans, documents, computer } = await anOffice(parts);
    const both = [await computer('accueil'), await computer('bureau')];
    await parts().control.setSwitches({ referenceCheck: { windowMs: 200 } });
    writeFileSync(join(scans, 'facture.pdf'), aPdf('Facture en double'));
    for (const engine of both) await engine.until(({ counts }) => counts.awaiting === 1);
    await parts().control.setSwitches({ referenceCheck: 'atomic' });
    for (const { documentId } of await documents()) await parts().control.decide(documentId, { documentState: 'Accepted' });
    for (const engine of both) await engine.until(({ counts }) => counts.accepted === 1);
    const known = new Set((await documents()).map(({ documentId }) => documentId));
    expect(known.size).toBeLessThanOrEqual(2);
    for (const engine of both) expect(known).toContain(documentOf((await listItems(engine))[0] as Item));
  });
});

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
