import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { testConverter } from '#test/support/documents/test-converter.ts';
import { realParts } from '#test/support/why-skipped.ts';
import { aConnectedEngine, anEngine } from './an-engine.ts';
import { runIn } from './headless/host-fixture.ts';
import { tempFolder } from '#test/support/folders.ts';
import { below } from '#test/support/project-text.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { joinedIntakeStore } from '#electron/engine/create-parts.ts';
import { aCompany, aFolder, anOpenJournal } from './journal/an-open-journal.ts';
import { strikeJournal } from '#test/sim/world/disk/journal-faults.ts';

const parts = realParts();

describe('the engine, with a folder that is to convert photos by itself,', () => {
  it('asks about those that were there before, sends the others, and needs nobody for that', { timeout: 60_000 }, async () => {
    const converter = testConverter(nodeFiles());
    // The sandbox looks at the first bytes.
    converter.version = '%PDF-1.7 made';
    const { engine, scans, documents } = await aConnectedEngine(parts(), { converter });
    const notices: string[] = [];
    engine.app.onNotice(({ kind }) => notices.push(kind));
    copyFileSync(sampleFiles.webp.path, join(scans, 'before.webp'));
    await engine.until(({ counts }) => counts.unfit === 1);
    const changed = await runIn(engine, 'folders', 'change', '--convert', 'photos,too-large', scans);
    expect(changed).toMatchObject({ exit: 0, printed: expect.stringContaining('converted and sent without asking: photos, too-large') });
    copyFileSync(sampleFiles.heic.path, join(scans, 'photo.heic'));
    const standings = new Set<number>();
    engine.app.onChange(() => standings.add(engine.app.overview().counts.unfit));
    await engine.until(({ counts }) => counts.awaiting === 1);
    expect([...standings]).toEqual([1]);
    expect(await documents()).toMatchObject([{ filename: 'photo.pdf' }]);
    const { items } = await engine.client.items.list({ limit: 9 });
    expect(items.map(({ name, state, conversion }) => [name, state.kind, conversion?.by])).toEqual([
      ['photo.heic', 'awaiting', 'folder'],
      ['before.webp', 'unfit', undefined],
    ]);
    await expect(runIn(engine, 'folders', 'change', '--convert', 'photos,heic', scans)).rejects.toThrow('photos, tiff and too-large');
    const none = await runIn(engine, 'folders', 'change', '--convert', 'none', scans);
    expect(none.printed).not.toContain('converted');
    expect(engine.app.overview().folders[0]?.converts).toEqual({ photos: null, tiff: null, 'too-large': null });
    expect(notices.filter((kind) => kind === 'question')).toEqual([]);
  });
});

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
    // A file of the user's own, put where Intray moves files after their result.
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

const IDENTITY = { volume: 'v', inode: '1' };

describe('sweeps that end in the same moment', () => {
  it('share one commit, and each is remembered when its promise resolves', async () => {
    const all = anOpenJournal();
    const company = aCompany(all);
    const folders = ['/a', '/b', '/c'].map((path) => aFolder(all, company, 'purchase-invoices', path));
    const store = joinedIntakeStore(all.journal);
    let commits = 0;
    all.journal.onChange(() => {
      commits += 1;
    });
    const at = all.clock.wallMs();
    await Promise.all(folders.map(async ({ id }) => store.swept(id, { state: 'present', identity: IDENTITY, at })));
    expect(commits).toBe(1);
    for (const { id } of folders) expect(all.journal.folders.get(id)).toMatchObject({ identity: IDENTITY, lastSweptAt: at });
  });
});

/** SQLite's code for an I/O error. */
const IO_ERROR = 10;

it('an engine that is woken up on a disk that does not take a write lives on, says so, and looks everywhere all the same', async () => {
  const root = tempFolder();
  let isBad = false;
  onTestFinished(strikeJournal(join(root, 'profile'), () => (isBad ? IO_ERROR : null)));
  const engine = await anEngine(root);
  isBad = true;
  expect(() => engine.app.lookAgain()).not.toThrow();
  expect(engine.app.overview().disk).toMatchObject({ kind: 'bad', fault: 'broken' });
  isBad = false;
  engine.app.lookAgain();
  expect(engine.app.overview().disk).toEqual({ kind: 'good' });
});
