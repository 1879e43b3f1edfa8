import { lstatSync, mkdirSync, readFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { realParts } from '#test/support/real-parts.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { anEngine } from '#test/unit/electron/an-engine.ts';
import { runIn } from './run-in.ts';
import { NO_BLOCKS, unless } from '#test/support/why-skipped.ts';

const parts = realParts();
const content = readFileSync(sampleFiles.invoice.path);

/** A company with a synced folder for purchases, on real disk, sandbox and relay; it contains a file that is in the cloud only. */
async function connected() {
  const root = tempFolder();
  const purchases = join(root, 'Nextcloud', 'Achats');
  mkdirSync(purchases, { recursive: true });
  writeFileSync(join(root, 'Nextcloud', '.sync_4f0e.db'), 'database');
  const file = join(purchases, 'facture.pdf');
  writeFileSync(file, '');
  truncateSync(file, content.length);
  utimesSync(file, 1_000_000_000, 1_000_000_000);
  const engine = await anEngine(root);
  await engine.client.installation.change(parts().installation);
  const company = await engine.client.companies.connect({ name: 'Boulangerie', ...(await parts().control.createIntegration()) });
  if (!company.ok) throw new Error(company.failure.kind);
  const of = { companyId: company.value.id, settleMs: 50, existing: 'ask' } as const;
  const added = await engine.client.folders.add({ ...of, importType: 'purchase-invoices', path: purchases });
  if (!added.ok) throw new Error(added.failure.kind);
  return { engine, purchases, file };
}

describe('a file that lies in the cloud only, on the command line', () => {
  it('is counted and not fetched, until it is said to be; then it is fetched and sent', {
    timeout: 60_000,
    ...unless(NO_BLOCKS),
  }, async () => {
    const { engine, purchases, file } = await connected();
    await engine.until(({ unfinished }) => unfinished !== undefined);
    expect((await runIn(engine, 'status')).printed).toContain(`in the cloud only: 1 in ${JSON.stringify(purchases)}; "folders fetch"`);
    expect((await runIn(engine, 'doctor')).printed).toContain('1 in the cloud only');
    expect((await engine.client.items.list({ limit: 9 })).items).toEqual([]);
    expect(await runIn(engine, 'folders', 'fetch', purchases)).toMatchObject({
      exit: 0,
      printed: expect.stringContaining('1 to be fetched'),
    });
    // This disk returns zeros for it, so it was read.
    await engine.until(({ unfinished }) => unfinished?.[0]?.files[0]?.fetch?.kind === 'failed');
    expect([lstatSync(file).blocks, (await runIn(engine, 'status')).printed.includes('INCOMPLETE')]).toEqual([0, true]);
    writeFileSync(file, content);
    await engine.until(({ counts, unfinished }) => counts.awaiting === 1 && unfinished === undefined);
    expect(await runIn(engine, 'folders', 'fetch', purchases)).toMatchObject({
      exit: 0,
      printed: expect.stringContaining('0 to be fetched'),
    });
  });

  it('is none of a folder that is not watched', { timeout: 60_000 }, async () => {
    const { engine, purchases } = await connected();
    expect(await runIn(engine, 'folders', 'fetch', join(purchases, '..'))).toMatchObject({
      exit: 1,
      complained: expect.stringContaining('not watched'),
    });
  });
});
