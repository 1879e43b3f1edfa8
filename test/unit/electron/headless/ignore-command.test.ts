import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { realParts } from '#test/support/real-parts.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { aConnectedEngine } from '../a-connected-engine.ts';
import { runIn } from './run-in.ts';

const parts = realParts();

describe('a stray letter, on the command line', () => {
  it('is ignored by its name, and all is well; that is taken back by its id', { timeout: 60_000 }, async () => {
    const { engine, scans } = await aConnectedEngine(parts());
    copyFileSync(sampleFiles.office.path, join(scans, 'lettre.docx'));
    await engine.until(({ counts }) => counts.unfit === 1);
    expect((await engine.client.overview()).standing).toBe('needs-you');
    expect(await runIn(engine, 'documents', 'ignore', 'Lettre.docx')).toMatchObject({
      exit: 0,
      printed: '1 of 1 are ignored now; "documents ignore --undo" takes that back',
    });
    expect(await engine.client.overview()).toMatchObject({ standing: 'fine', counts: { unfit: 0, aside: 1 } });
    expect((await runIn(engine, 'documents', '--ignored')).printed).toMatch(/lettre\.docx +purchase-invoices +ignored +not-taken: office/);
    const [item] = (await engine.client.items.list({ limit: 1 })).items;
    expect(await runIn(engine, 'documents', 'ignore', '--undo', '--json', item?.id ?? '')).toMatchObject({
      exit: 0,
      printed: JSON.stringify({ noLongerIgnored: 1 }, null, 2),
    });
    expect(await engine.client.overview()).toMatchObject({ standing: 'needs-you', counts: { unfit: 1, aside: 0 } });
    expect((await runIn(engine, 'documents', '--ignored')).complained).toBe('There is no such document.');
  });

  it('is told apart from what cannot be ignored, each with its reason', { timeout: 60_000 }, async () => {
    const { engine, scans } = await aConnectedEngine(parts());
    copyFileSync(sampleFiles.invoice.path, join(scans, 'facture.pdf'));
    copyFileSync(sampleFiles.office.path, join(scans, 'lettre.docx'));
    await engine.until(({ counts }) => counts.unfit === 1 && counts.awaiting === 1);
    const { exit, printed, complained } = await runIn(engine, 'documents', 'ignore', 'lettre.docx', 'facture.pdf', 'nothing.pdf');
    expect([exit, printed]).toEqual([1, '1 of 3 are ignored now; "documents ignore --undo" takes that back']);
    expect(complained).toContain('facture.pdf: It was received, and cannot be taken back.');
    expect(complained).toContain('nothing.pdf: There is no such document.');
    expect(await runIn(engine, 'documents', 'ignore', 'lettre.docx')).toMatchObject({
      exit: 1,
      complained: 'lettre.docx: It is ignored already.',
    });
    expect(await runIn(engine, 'documents', 'ignore', '--undo', 'facture.pdf')).toMatchObject({
      exit: 1,
      complained: 'facture.pdf: It is not ignored.',
    });
  });
});
