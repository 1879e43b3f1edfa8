import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '#test/support/temp-folder.ts';
import { below } from '#test/support/below.ts';
import { aPdf } from '#test/support/documents/a-pdf.ts';
import { realParts } from '#test/support/real-parts.ts';
import { anEngine } from './an-engine.ts';

const parts = realParts();

describe('the engine, where files are to be moved after their result,', () => {
  it('moves them in the language of the person, notes the refusal, and never sends what lies there', { timeout: 40_000 }, async () => {
    const root = tempFolder();
    const scans = join(root, 'achats');
    mkdirSync(scans);
    const engine = await anEngine(root);
    await engine.client.installation.change(parts().installation);
    await engine.client.settings.change({ language: 'fr' });
    const integration = await parts().control.createIntegration();
    const connected = await engine.client.companies.connect({ name: 'Boulangerie', ...integration });
    if (!connected.ok) throw new Error(connected.failure.kind);
    const folder = { companyId: connected.value.id, importType: 'purchase-invoices', path: scans, settleMs: 50, existing: 'send' } as const;
    const added = await engine.client.folders.add(folder);
    if (!added.ok) throw new Error(added.failure.kind);
    const changed = await engine.client.folders.change({ folderId: added.value.id, after: 'move', refusalNote: true });
    expect(changed).toMatchObject({ ok: true, value: { after: 'move', resultFolders: { accepted: 'Acceptés', refused: 'Refusés' } } });
    const names = { Accepted: 'facture.pdf', Refused: 'devis.pdf' };
    for (const name of Object.values(names)) writeFileSync(join(scans, name), aPdf(name));
    await engine.until(({ counts }) => counts.awaiting === 2);
    const documents = await parts().control.documents();
    for (const [documentState, name] of Object.entries(names)) {
      const document = documents.find(({ filename, integrationId }) => filename === name && integrationId === integration.integrationId);
      await parts().control.decide(document?.documentId ?? '', { documentState, rejectionReason: 'Ceci est un devis' });
    }
    await engine.until(({ counts }) => counts.accepted === 1 && counts.refused === 1);
    const files = () =>
      readdirSync(scans, { recursive: true, withFileTypes: true }).flatMap((one) =>
        one.isFile() ? [below(scans, join(one.parentPath, one.name))] : [],
      );
    const wanted = ['Acceptés/facture.pdf', 'Refusés/devis.pdf', 'Refusés/devis.pdf.refused.txt'];
    await expect.poll(() => files().sort(), { timeout: 15_000 }).toEqual(wanted);
    const note = () => readFileSync(join(scans, 'Refusés', 'devis.pdf.refused.txt'), 'utf8');
    await expect.poll(note, { timeout: 5_000 }).toMatch(/^Votre comptable a refusé «\s.?devis\.pdf.?\s» le /u);
    expect(note()).toContain('\r\nCeci est un devis\r\n');
    // A file of the person's own, put where Intray moves files after their result.
    writeFileSync(join(scans, 'Acceptés', 'ancien.pdf'), aPdf('ancien'));
    writeFileSync(join(scans, 'nouveau.pdf'), aPdf('nouveau'));
    await engine.until(({ counts }) => counts.awaiting === 1);
    engine.app.lookAgain();
    const { items, total } = await engine.client.items.list({ limit: 10 });
    expect([total, items.map(({ name }) => name).sort()]).toEqual([3, ['devis.pdf', 'facture.pdf', 'nouveau.pdf']]);
    // Sending it again finds the moved file through its row.
    const refused = items.find(({ state }) => state.kind === 'refused');
    expect(await engine.client.items.sendAgain({ itemIds: [refused?.id ?? ''] })).toMatchObject({ sent: [refused?.id], missing: [] });
  });
});
