import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { aPdf } from '#test/support/documents/a-pdf.ts';
import { realParts } from '#test/support/real-parts.ts';
import type { EngineFixture } from './an-engine.ts';
import { anOffice, listItems } from './an-office.ts';

const FILES = 60;
const REFUSED = 6;
const STORY = { accepted: FILES - REFUSED, refused: REFUSED, held: 0, aside: 0, waiting: 0, awaiting: 0 };

const parts = realParts();

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
