import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS, plus } from '#shared/lib/duration.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { realParts } from '#test/support/real-parts.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { anEngine } from '#test/unit/electron/an-engine.ts';
import { runIn } from './run-in.ts';

const parts = realParts();
const cut = readFileSync(sampleFiles.invoice.path).subarray(0, 9_000);

/** A company with a folder for purchases, on real disk, sandbox and relay; the test advances the wall clock. */
async function connected() {
  const root = tempFolder();
  const purchases = join(root, 'Achats');
  mkdirSync(purchases);
  const real = nodeClock();
  let ahead = 0;
  const engine = await anEngine(root, { clock: { ...real, wallMs: () => plus(real.wallMs(), ahead) } });
  await engine.client.installation.change(parts().installation);
  const company = await engine.client.companies.connect({ name: 'Boulangerie', ...(await parts().control.createIntegration()) });
  if (!company.ok) throw new Error(company.failure.kind);
  const of = { companyId: company.value.id, settleMs: 50, existing: 'send' } as const;
  const added = await engine.client.folders.add({ ...of, importType: 'purchase-invoices', path: purchases });
  if (!added.ok) throw new Error(added.failure.kind);
  const aMinuteLater = (): void => {
    ahead += MINUTE_MS;
  };
  return { engine, purchases, aMinuteLater };
}

describe('a file that is not complete, on the command line', () => {
  it('is listed, sent as it is after its minute and not before, and is a document like any other', { timeout: 60_000 }, async () => {
    const { engine, purchases, aMinuteLater } = await connected();
    const file = join(purchases, 'facture.pdf');
    writeFileSync(file, cut);
    await engine.until(({ unfinished }) => unfinished !== undefined);
    expect((await runIn(engine, 'status')).printed).toContain(`standing: fine`);
    expect((await runIn(engine, 'status')).printed).toContain(`not complete, or being written: ${JSON.stringify(file)}, 9000 bytes`);
    expect((await runIn(engine, 'doctor')).printed).not.toContain('not complete');
    expect(await runIn(engine, 'send-as-it-is', file)).toMatchObject({ exit: 1, complained: expect.stringContaining('a minute') });
    aMinuteLater();
    expect((await runIn(engine, 'doctor')).printed).toContain('1 not complete');
    expect(await runIn(engine, 'send-as-it-is', file)).toMatchObject({ exit: 0, printed: 'it is in the list of documents now, as it is' });
    await engine.until(({ counts, unfinished }) => counts.awaiting === 1 && unfinished === undefined);
    expect((await engine.client.items.list({ limit: 9 })).items).toMatchObject([{ name: 'facture.pdf', bytes: 9_000 }]);
    expect(await runIn(engine, 'send-as-it-is', file)).toMatchObject({ exit: 1, complained: expect.stringContaining('Nobody waits') });
  });

  it('is none that lies elsewhere', { timeout: 60_000 }, async () => {
    const { engine, purchases } = await connected();
    const ran = await runIn(engine, 'send-as-it-is', join(purchases, '..', 'facture.pdf'));
    expect(ran).toMatchObject({ exit: 1, complained: expect.stringContaining('no watched folder') });
  });
});
