import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aPdf } from '#test/support/documents/a-pdf.ts';
import { realParts } from '#test/support/real-parts.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { anEngine } from '#test/unit/electron/an-engine.ts';
import { runIn } from './run-in.ts';

const parts = realParts();

/** A company with a folder for purchases, on real disk, sandbox and relay. */
async function connected() {
  const root = tempFolder();
  const purchases = join(root, 'scans', 'Achats');
  mkdirSync(purchases, { recursive: true });
  const engine = await anEngine(root);
  await engine.client.installation.change(parts().installation);
  const company = await engine.client.companies.connect({ name: 'Boulangerie', ...(await parts().control.createIntegration()) });
  if (!company.ok) throw new Error(company.failure.kind);
  const of = { companyId: company.value.id, settleMs: 50, existing: 'send' } as const;
  const added = await engine.client.folders.add({ ...of, importType: 'purchase-invoices', path: purchases });
  if (!added.ok) throw new Error(added.failure.kind);
  return { engine, root, purchases };
}

describe('files that are added from the command line', () => {
  it('are copied into the folder and sent; one that cannot be is named, with why; a corrected one is linked', {
    timeout: 90_000,
  }, async () => {
    const { engine, root, purchases } = await connected();
    const good = join(root, 'facture.pdf');
    writeFileSync(good, aPdf(root));
    const ran = await runIn(engine, 'add', '--company', 'boulangerie', '--type', 'purchase', good, sampleFiles.gif.path);
    expect(ran).toMatchObject({ exit: 1, printed: 'facture.pdf' });
    expect(ran.complained).toContain(basename(sampleFiles.gif.path));
    expect(readdirSync(purchases)).toEqual(['facture.pdf']);
    await engine.until(({ counts }) => counts.awaiting === 1);
    writeFileSync(join(purchases, 'notes.pdf'), 'no invoice');
    await engine.until(({ counts }) => counts.unfit === 1);
    const [unfit] = (await engine.client.items.list({ states: ['unfit'], limit: 1 })).items;
    const corrected = join(root, 'notes.pdf');
    writeFileSync(corrected, aPdf(`corrected ${root}`));
    expect(await runIn(engine, 'add', '--instead-of', unfit?.id ?? '', corrected)).toMatchObject({ exit: 0, printed: 'notes (2).pdf' });
    await engine.until(({ counts }) => counts.awaiting === 2 && counts.unfit === 0 && counts.aside === 1);
    expect((await engine.client.items.list({ limit: 1 })).items).toMatchObject([{ name: 'notes (2).pdf', replaces: unfit?.id }]);
  });

  it('that lie beside the folders by mistake are moved into the one that is named', { timeout: 60_000 }, async () => {
    const { engine, root, purchases } = await connected();
    const stray = join(root, 'scans', 'ticket.pdf');
    writeFileSync(stray, aPdf(`ticket ${root}`));
    // The disk's clock may be a few milliseconds behind the one that recorded when the folder was added.
    const later = Date.now() / 1_000 + 1;
    utimesSync(stray, later, later);
    expect(await runIn(engine, 'folders', 'take', purchases)).toMatchObject({ exit: 0, printed: '1 moved' });
    expect(readdirSync(join(root, 'scans'))).toEqual(['Achats']);
    await engine.until(({ counts }) => counts.awaiting === 1);
  });
});
