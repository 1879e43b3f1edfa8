import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aPdf } from '#test/support/documents/a-pdf.ts';
import { realParts } from '#test/support/real-parts.ts';
import { aConnectedEngine } from '../a-connected-engine.ts';
import { runIn } from './run-in.ts';

const parts = realParts();

/** One document that was sent and then refused by a real service. */
async function refused() {
  const all = await aConnectedEngine(parts());
  const path = join(all.scans, 'facture.pdf');
  writeFileSync(path, aPdf(all.root));
  await all.engine.until(({ counts }) => counts.awaiting === 1);
  const [document] = await all.documents();
  const documentId = document?.documentId ?? '';
  await parts().control.decide(documentId, { documentState: 'Refused', rejectionReason: 'Ceci est un devis' });
  await all.engine.until(({ counts }) => counts.refused === 1);
  return { ...all, path, documentId };
}

describe('a refusal', () => {
  it('is resolved from the command line by its number, and not after all by its id; all is well in between', {
    timeout: 60_000,
  }, async () => {
    const { engine, documentId } = await refused();
    expect((await engine.client.overview()).standing).toBe('needs-you');
    expect(await runIn(engine, 'documents', 'resolve', documentId.toUpperCase())).toMatchObject({
      exit: 0,
      printed: '1 of 1 are marked as resolved now',
    });
    expect(await engine.client.overview()).toMatchObject({ standing: 'fine', counts: { refused: 1, settled: 1 } });
    expect((await runIn(engine, 'documents')).printed).toMatch(/refused +Ceci est un devis; resolved/);
    expect((await runIn(engine, 'status')).printed).toContain('1 refused, 1 resolved');
    expect(await runIn(engine, 'documents', 'settle', documentId)).toMatchObject({ exit: 1, printed: '0 of 1 are marked as resolved now' });
    const [item] = (await engine.client.items.list({ limit: 1 })).items;
    expect(await runIn(engine, 'documents', 'unsettle', '--json', item?.id ?? '')).toMatchObject({
      exit: 0,
      printed: JSON.stringify({ unresolved: 1 }, null, 2),
    });
    expect((await engine.client.overview()).standing).toBe('needs-you');
  });

  it('is dealt with when the file was corrected where it lies and that was accepted, and nothing is sent twice', {
    timeout: 60_000,
  }, async () => {
    const { engine, root, path, documentId, documents } = await refused();
    writeFileSync(path, aPdf(`corrected ${root}`));
    await engine.until(({ counts }) => counts.awaiting === 1);
    expect((await engine.client.overview()).counts.settled).toBe(0);
    const corrected = (await documents()).find((one) => one.documentId !== documentId);
    await parts().control.decide(corrected?.documentId ?? '', { documentState: 'Accepted' });
    await engine.until(({ counts }) => counts.accepted === 1);
    expect(await engine.client.overview()).toMatchObject({ standing: 'fine', counts: { refused: 1, settled: 1 } });
    const again = await engine.client.items.list({ states: ['refused'], limit: 1 });
    expect((await engine.client.items.sendAgain({ itemIds: again.items.map(({ id }) => id) })).sent).toEqual([]);
    expect(await documents()).toHaveLength(2);
  });
});
