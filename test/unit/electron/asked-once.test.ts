import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { realParts } from '#test/support/why-skipped.ts';
import { aConnectedEngine, anEngine, anOffice, type EngineFixture, listItems } from './an-engine.ts';

const parts = realParts();

type Connected = Awaited<ReturnType<typeof aConnectedEngine>>;

const ways = {
  credentials: {
    // The token is refused in the middle of the upload; a refusal before it would make the connection doubtful, and nothing would begin.
    fail: async ({ engine, scans, company, integration: { integrationId } }: Connected) => {
      const { clientId, clientSecret } = parts().credentials;
      await engine.client.secrets.keep({ name: 'client-secret', secret: clientSecret });
      await engine.client.settings.change({ credentials: { mode: 'direct', clientId } });
      const checked = await engine.client.companies.check({ companyId: company.id });
      if (!checked.ok || checked.value.connection.kind !== 'active') throw new Error('not connected by its own credentials');
      const refusal = { kind: 'status', status: 401 };
      await parts().control.setSwitches({
        faults: [
          { route: 'imports', integrationId, times: 1, effect: refusal },
          { route: 'token', effect: refusal },
        ],
      });
      writeFileSync(join(scans, 'one.pdf'), aPdf('credentials'));
    },
    mend: () => parts().control.setSwitches({ faults: [] }),
  },
  proxy: {
    fail: async ({ scans, integration: { integrationId } }: Connected) => {
      const effect = { kind: 'status', status: 407, body: 'html' };
      await parts().control.setSwitches({ faults: [{ route: 'imports', integrationId, effect }] });
      writeFileSync(join(scans, 'one.pdf'), aPdf('proxy'));
    },
    mend: () => parts().control.setSwitches({ faults: [] }),
  },
} as const;

describe('a document that never left this computer', () => {
  it.each(['credentials', 'proxy'] as const)('because of %s is sent without a question under the next integration', async (kind) => {
    const connected = await aConnectedEngine(parts());
    const { engine, company, integration } = connected;
    await ways[kind].fail(connected);
    const states = async () => (await engine.client.items.list({ limit: 10 })).items.map(({ state }) => state);
    await expect.poll(states, { timeout: 20_000 }).toMatchObject([{ kind: 'waiting', last: { kind } }]);
    // Otherwise it would be sent under this integration as soon as that works again.
    await parts().control.revoke(integration.integrationId);
    await ways[kind].mend();
    const next = await parts().control.createIntegration();
    expect(await engine.client.companies.reconnect({ companyId: company.id, ...next })).toMatchObject({ ok: true });
    await engine.until(({ counts }) => counts.held + counts.awaiting === 1);
    expect(await states()).toMatchObject([{ kind: 'awaiting' }]);
    const documents = (await parts().control.documents()).filter(({ filename }) => filename === 'one.pdf');
    expect(documents.filter(({ integrationId }) => integrationId === next.integrationId)).toHaveLength(1);
    expect(documents.filter(({ integrationId }) => integrationId === integration.integrationId)).toEqual([]);
  });
});

const FILES = 60;
const REFUSED = 6;
const STORY = { accepted: FILES - REFUSED, refused: REFUSED, held: 0, aside: 0, waiting: 0, awaiting: 0 };

async function anOfficeWithFiles() {
  const office = await anOffice(parts);
  for (let file = 0; file < FILES; file += 1) writeFileSync(join(office.scans, `${file}.pdf`), aPdf(`Facture ${file}`));
  return office;
}

/** The first computer sends everything; the accountant accepts most of it. */
async function sentAndDecided(engine: EngineFixture, documents: Awaited<ReturnType<typeof anOffice>>['documents']): Promise<void> {
  await engine.client.items.answerBulkArrival({ answer: { kind: 'all' } });
  await engine.until(({ counts }) => counts.awaiting === FILES);
  for (const [index, { documentId }] of (await documents()).entries()) {
    const refused = { documentState: 'Refused', rejectionReason: 'Illisible' } as const;
    await parts().control.decide(documentId, index < REFUSED ? refused : { documentState: 'Accepted' });
  }
}

describe(`two computers that ask about the same ${FILES} files`, () => {
  it('tell one story, though one said "all" and the other "none" before the results came', { timeout: 60_000 }, async () => {
    const { documents, computer } = await anOfficeWithFiles();
    const both = [await computer('accueil', { existing: 'ask' }), await computer('bureau', { existing: 'ask' })] as const;
    for (const engine of both) await engine.until(({ counts }) => counts.held === FILES);
    const [accueil, bureau] = both;
    expect(await bureau.client.items.answerBulkArrival({ answer: { kind: 'none' } })).toMatchObject({ aside: FILES });
    await sentAndDecided(accueil, documents);
    for (const engine of both) await engine.until(({ counts }) => counts.accepted + counts.refused === FILES);
    for (const engine of both) expect(engine.app.overview().counts).toMatchObject(STORY);
    expect(new Set((await listItems(bureau)).map(({ state }) => 'overtook' in state && state.overtook))).toEqual(new Set(['set-aside']));
    expect(await documents()).toHaveLength(FILES);
  });

  it('answer the question of the other one with the results, also where it is asked after they came', { timeout: 60_000 }, async () => {
    const { documents, computer } = await anOfficeWithFiles();
    const accueil = await computer('accueil', { existing: 'ask' });
    const bureau = await computer('bureau', { existing: 'ask' });
    await sentAndDecided(accueil, documents);
    await bureau.until(({ counts }) => counts.accepted + counts.refused === FILES);
    const later = await computer('nouveau', { existing: 'ask' });
    await later.until(({ counts }) => counts.accepted + counts.refused === FILES);
    for (const engine of [accueil, bureau, later]) expect(engine.app.overview().counts).toMatchObject(STORY);
    expect(await documents()).toHaveLength(FILES);
  });

  it('move them once, and ask for none of them back, where both move what has its result', { timeout: 60_000 }, async () => {
    const { documents, computer, scans } = await anOfficeWithFiles();
    const after = { after: 'move' } as const;
    const accueil = await computer('accueil', { existing: 'ask', after });
    const bureau = await computer('bureau', { existing: 'ask', after });
    await bureau.until(({ counts }) => counts.held === FILES);
    await bureau.client.items.answerBulkArrival({ answer: { kind: 'all' } });
    await sentAndDecided(accueil, documents);
    for (const engine of [accueil, bureau]) await engine.until(({ counts }) => counts.accepted + counts.refused === FILES);
    const left = () => readdirSync(scans, { withFileTypes: true }).filter((one) => one.isFile());
    await vi.waitFor(() => expect(left()).toEqual([]), { timeout: 20_000 });
    for (const engine of [accueil, bureau]) expect(engine.app.overview().counts).toMatchObject(STORY);
    expect(await documents()).toHaveLength(FILES);
  });
});

it('closes its journal in the very call, where the system does not wait, and the next start goes on from there', async () => {
  const { root, scans, engine, documents } = await aConnectedEngine(parts());
  writeFileSync(join(scans, 'a.pdf'), aPdf('Facture 1'));
  await engine.until(({ counts }) => counts.awaiting === 1);
  await engine.close();
  // Not started: the system would end its loops with it, but here they would go on, and find no journal.
  const ended = await anEngine(root, { starts: false });
  await ended.client.settings.change({ language: 'fr' });
  const log = join(root, 'profile', 'journal.sqlite-wal');
  expect(existsSync(log)).toBe(true);
  ended.app.closeNow();
  // SQLite deletes its log when the last connection to the file closes.
  expect(existsSync(log)).toBe(false);
  await expect(ended.close()).rejects.toThrow('database is not open');
  writeFileSync(join(scans, 'b.pdf'), aPdf('Facture 2'));
  const again = await anEngine(root);
  await again.until(({ counts }) => counts.awaiting === 2);
  expect(await documents()).toHaveLength(2);
  expect((await again.client.settings.get()).language).toBe('fr');
});
