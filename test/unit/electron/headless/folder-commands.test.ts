import { createRouterClient } from '@orpc/server';
import { describe, expect, it } from 'vitest';
import { createRouter } from '#electron/engine/create-router.ts';
import { journalHandlers } from '#electron/journal/journal-handlers.ts';
import { overviewSchema } from '#shared/app-api/views.ts';
import { unaskedHandlers } from '#test/unit/electron/engine/a-router.ts';
import { aCompany, aFile, aFolder, anOpenJournal } from '#test/unit/electron/journal/an-open-journal.ts';
import { runIn } from './host-fixture.ts';
import { copyFileSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { realParts } from '#test/support/why-skipped.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { aConnectedEngine, anEngine } from '../an-engine.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { tempFolder } from '#test/support/folders.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';

/** A company with two folders whose files wait, on a real journal. */
function setUp() {
  const open = anOpenJournal();
  const company = aCompany(open);
  const folders = [aFolder(open, company), aFolder(open, company, 'sales-invoices')];
  for (const folder of folders) {
    for (const name of ['a.pdf', 'b.pdf'])
      open.journal.intake.enqueue(aFile(folder, { name, content: folder.id + name, bulkArrival: true }));
  }
  const unasked = unaskedHandlers();
  const { items } = journalHandlers(open.journal, open.clock);
  // The command reads no other member of it.
  const overview = () => ({
    companies: [...open.journal.companies.companies()],
    bulkArrivals: [...open.journal.bulkArrivals.bulkArrivals()],
  });
  const client = createRouterClient(
    createRouter({ ...unasked, items: { ...unasked.items, ...items }, overview: () => overviewSchema.parse({ ...A_VIEW, ...overview() }) }),
  );
  return { ...open, folders, client };
}

const A_VIEW = {
  standing: 'needs-you',
  counts: {
    held: 0,
    aside: 0,
    unfit: 0,
    waiting: 0,
    uploading: 0,
    awaiting: 0,
    accepted: 0,
    refused: 0,
    noAnswer: 0,
    unproven: 0,
    resolved: 0,
  },
  folders: [],
  misplaced: [],
  relay: { kind: 'not-set' },
  answers: { mode: 'poll', lastEventAt: null, missing: 0, forged: 0, unknownKey: 0, unmatched: 0, closed: [] },
  vault: 'open',
  disk: { kind: 'good' },
  recovery: null,
  now: 0,
};

describe('“bulk-arrivals”', () => {
  it('lists each folder with its names and days', async () => {
    const open = setUp();
    const { exit, printed } = await runIn(open, 'bulk-arrivals');
    expect(exit).toBe(0);
    for (const { path, importType } of open.folders) {
      expect(printed).toContain(`"Boulangerie", ${importType}, ${JSON.stringify(path)}: 2 files, written from 1970-01-01 to 1970-01-01: `);
    }
  });

  it('sends nothing where several folders wait and none is named, and lists them', async () => {
    const open = setUp();
    for (const answer of ['all', '1970-01-01']) {
      const { exit, complained } = await runIn(open, 'bulk-arrivals', '--send', answer);
      expect(exit).toBe(1);
      expect(complained).toContain('name one with --folder');
      for (const { path } of open.folders) expect(complained).toContain(JSON.stringify(path));
    }
    expect(open.journal.items.counts()).toMatchObject({ held: 4, waiting: 0 });
  });

  it('answers for the folder that is named, by its path or id, or for a company', async () => {
    const open = setUp();
    const [purchases, sales] = open.folders;
    expect(await runIn(open, 'bulk-arrivals', '--folder', '/nowhere', '--send', 'all')).toMatchObject({ exit: 1 });
    expect((await runIn(open, 'bulk-arrivals', '--folder', purchases?.path ?? '', '--send', 'all')).printed).toMatch(
      /^2 are sent, 0 are ignored/,
    );
    expect(open.journal.items.counts()).toMatchObject({ held: 2, waiting: 2 });
    expect((await runIn(open, 'bulk-arrivals', '--folder', sales?.id ?? '', '--send', 'none')).printed).toMatch(
      /^0 are sent, 2 are ignored/,
    );
    const other = setUp();
    expect((await runIn(other, 'bulk-arrivals', '--company', 'boulangerie', '--send', 'all')).printed).toMatch(/^4 are sent/);
  });

  it('sets all aside without a name, since that can be taken back', async () => {
    expect((await runIn(setUp(), 'bulk-arrivals', '--send', 'none')).printed).toMatch(/^0 are sent, 4 are ignored/);
  });
});

function folderIn() {
  const open = anOpenJournal();
  const folder = aFolder(open, aCompany(open));
  const unasked = unaskedHandlers();
  const change = ({ folderId, ...to }: { folderId: typeof folder.id }) => {
    const changed = open.journal.folders.change(folderId, to);
    return changed === null ? fail({ kind: 'not-found' as const }) : ok(changed);
  };
  const overview = () => overviewSchema.parse({ ...A_VIEW, companies: [], folders: open.journal.folders.folders() });
  const client = createRouterClient(createRouter({ ...unasked, folders: { ...unasked.folders, change }, overview }));
  return { open: { ...open, client }, path: folder.path };
}

describe('“folders change”', () => {
  it('sets the note that goes with each document, says it, and deletes it', async () => {
    const { open, path } = folderIn();
    const said = '; the note "Client Durand" goes with each document';
    expect(await runIn(open, 'folders', 'change', '--note', ' Client Durand ', path)).toMatchObject({
      exit: 0,
      printed: expect.stringContaining(said),
    });
    expect((await runIn(open, 'folders', 'list')).printed).toMatch(/ "Client Durand" +\/scans/);
    expect((await runIn(open, 'folders', 'change', '--subfolders', 'no', path)).printed).toContain(said);
    expect((await runIn(open, 'folders', 'change', '--note', '', path)).printed).not.toContain('the note');
  });

  it('holds each document for its note, until that is switched off', async () => {
    const { open, path } = folderIn();
    const said = '; each document waits until its own note is written or refused';
    expect((await runIn(open, 'folders', 'change', '--hold-for-note', 'on', path)).printed).toContain(said);
    expect((await runIn(open, 'folders', 'change', '--note', 'Client', path)).printed).toContain(said);
    expect((await runIn(open, 'folders', 'change', '--hold-for-note', 'off', path)).printed).not.toContain(said);
  });

  it('says where the names of its files have a number, and refuses a pattern that does not', async () => {
    const { open, path } = folderIn();
    const change = (pattern: string) => runIn(open, 'folders', 'change', '--number-pattern', pattern, path);
    expect((await change(' FAC-*-{number} ')).printed).toContain('as in "FAC-*-{number}"');
    expect((await runIn(open, 'folders', 'list')).printed).toMatch(/ "FAC-\*-\{number\}" +\/scans/);
    await expect(change('FAC-*')).rejects.toThrow('--number-pattern: exactly one {number} is expected');
    await expect(change('*{number}')).rejects.toThrow('some text is expected between {number} and *');
    expect((await runIn(open, 'folders', 'change', '--note', 'Client', path)).printed).toContain('FAC-*-{number}');
    expect((await change('')).printed).not.toContain('{number}');
  });

  it('refuses a note that is too long, and changes nothing', async () => {
    const { open, path } = folderIn();
    await runIn(open, 'folders', 'change', '--note', 'n'.repeat(500), path);
    await expect(runIn(open, 'folders', 'change', '--note', 'n'.repeat(501), path)).rejects.toThrow('at most 500 characters');
    expect((await runIn(open, 'folders', 'list')).printed).toContain('n'.repeat(500));
  });
});

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

describe('a folder with much in it, from the command line', () => {
  it('is described, and watched only with --yes, without its sub-folders', { timeout: 60_000 }, async () => {
    const root = tempFolder();
    const engine = await anEngine(root);
    await engine.client.installation.change(parts().installation);
    const company = await engine.client.companies.connect({ name: 'Boulangerie', ...(await parts().control.createIntegration()) });
    if (!company.ok) throw new Error(company.failure.kind);
    const folder = join(root, 'Everything');
    mkdirSync(join(folder, 'below'), { recursive: true });
    for (const ending of ['pdf', 'jpg', 'docx', 'xlsx', 'txt', 'zip', 'mov', 'svg']) writeFileSync(join(folder, `a.${ending}`), 'x');
    writeFileSync(join(folder, 'below', 'b.odt'), 'x');
    const add = (...words: readonly string[]) =>
      runIn(engine, 'folders', 'add', '--company', 'Boulangerie', '--type', 'purchase', ...words, folder);
    expect(await add()).toMatchObject({
      exit: 1,
      printed: '',
      complained: expect.stringMatching(/holds very much.*: 9 files in 1 sub-folder; 2 are PDFs or pictures\.\n[^]*--yes/),
    });
    expect((await engine.client.overview()).folders).toEqual([]);
    expect(await add('--yes')).toMatchObject({ exit: 0, printed: expect.stringContaining('without sub-folders') });
    expect((await engine.client.overview()).folders).toMatchObject([{ path: folder, subfolders: false }]);
  });
});

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

  it('go where they belong: entries into their own folder, which has no note, and no scan into that', { timeout: 60_000 }, async () => {
    const { engine, root, purchases } = await connected();
    const [entries, csv, pdf] = [join(root, 'Paie'), join(root, 'paie.csv'), join(root, 'facture.pdf')];
    mkdirSync(entries);
    writeFileSync(csv, 'date;compte\n2026-01-31;641100');
    writeFileSync(pdf, aPdf(root));
    const of = ['--company', 'boulangerie', '--type', 'entries'];
    expect(await runIn(engine, 'folders', 'add', ...of, entries)).toMatchObject({ exit: 0, printed: expect.stringContaining('entries') });
    const noted = await runIn(engine, 'folders', 'change', '--note', 'Chantier', entries);
    expect(noted).toMatchObject({ exit: 1, complained: expect.stringContaining('entries have no note') });
    expect(await runIn(engine, 'add', ...of, '--note', 'Chantier', csv)).toMatchObject({ exit: 1, printed: '' });
    expect(await runIn(engine, 'add', ...of, csv, pdf)).toMatchObject({
      exit: 1,
      printed: 'paie.csv',
      complained: `${pdf}: scan-among-entries: pdf`,
    });
    const among = await runIn(engine, 'add', '--company', 'boulangerie', '--type', 'purchase', csv);
    expect(among).toMatchObject({ exit: 1, printed: '', complained: `${csv}: entries-among-scans: csv` });
    expect([readdirSync(entries), readdirSync(purchases)]).toEqual([['paie.csv'], []]);
    await engine.until(({ counts }) => Object.values(counts).some((count) => count > 0));
    const listed = await runIn(engine, 'documents', '--type', 'entries');
    expect(listed.printed.split('\n').slice(1)).toEqual([expect.stringMatching(/^paie\.csv +entries /)]);
    expect(await runIn(engine, 'documents', '--type', 'purchase')).toMatchObject({ printed: '' });
  });

  it('that lie beside the folders by mistake are moved into the one that is named', { timeout: 60_000 }, async () => {
    const { engine, root, purchases } = await connected();
    const ticket = join(root, 'scans', 'ticket.pdf');
    writeFileSync(ticket, aPdf(`ticket ${root}`));
    // The disk's clock may be a few milliseconds behind the one that recorded when the folder was added.
    const later = Date.now() / 1_000 + 1;
    utimesSync(ticket, later, later);
    expect(await runIn(engine, 'folders', 'take', purchases)).toMatchObject({ exit: 0, printed: '1 moved' });
    expect(readdirSync(join(root, 'scans'))).toEqual(['Achats']);
    await engine.until(({ counts }) => counts.awaiting === 1);
  });
});
