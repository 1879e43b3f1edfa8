import { describe, expect, it } from 'vitest';
import type { FoundFile } from '#electron/intake/store.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { DAY_MS, MINUTE_MS, wallMs } from '#shared/lib/duration.ts';
import { aCompany, aFile, aFolder, anOpenJournal, item, type OpenJournal, OTHER_INTEGRATION } from './an-open-journal.ts';

function setUp() {
  const open = anOpenJournal();
  const { id: companyId } = aCompany(open);
  const folder = open.journal.folders.add({ companyId, importType: 'purchase-invoices', path: '/scans' });
  let files = 0;
  /** A file of new bytes, written at this second. */
  const put = (of: { name?: string; at?: number; page?: string } & Partial<FoundFile> = {}): void => {
    const { name = `${(files += 1)}.pdf`, at = 0, page, ...more } = of;
    const file = aFile(folder, { name, content: `${name} ${at} ${page ?? ''}` });
    const pages = page === undefined ? {} : { pages: [Buffer.from(page.padEnd(12)).toString('hex')] };
    const known = { ...file.known, modifiedAt: wallMs(at * 1_000) };
    open.journal.intake.enqueue({ ...file, known, inspected: { ...file.inspected, ...pages }, ...more });
  };
  const now = (): Folder | null => open.journal.folders.get(folder.id);
  return { ...open, companyId, folder, put, now };
}

describe('what a folder knows of its scanner', () => {
  it('comes from files that were written in place, and from no others', () => {
    const open = setUp();
    open.put({ cameWhole: true });
    open.put({ bulkArrival: true });
    open.put({ byUser: true });
    expect(open.now()?.waits).toEqual({ kind: 'first', files: 10 });
    open.put();
    expect(open.now()?.waits).toEqual({ kind: 'first', files: 9 });
    for (let n = 0; n < 20; n += 1) open.put();
    expect(open.now()).toMatchObject({ settleMs: 5_000, waits: { kind: 'quick' } });
  });

  it('is the longest gap between two pages; a mark on the same page is none, nor is an edit, nor an older file in its place', () => {
    const open = setUp();
    for (let n = 0; n < 10; n += 1) open.put();
    open.put({ name: 'scan.pdf', at: 100, page: 'a' });
    open.put({
      name: 'scan.pdf',
      at: 130,
      page: 'a',
      inspected: { ...aFile(open.folder, { content: 'marked' }).inspected, pages: [Buffer.from('a'.padEnd(12)).toString('hex')] } as never,
    });
    expect(open.now()?.waits).toEqual({ kind: 'quick' });
    open.put({ name: 'scan.pdf', at: 160, page: 'b' });
    expect(open.now()).toMatchObject({ settleMs: 60_000, waits: { kind: 'pages', gapMs: 30_000 } });
    open.put({ name: 'scan.pdf', at: 170, page: 'c' });
    expect(open.now()).toMatchObject({ waits: { gapMs: 30_000 } });
    open.put({ name: 'scan.pdf', at: 900, page: 'd' });
    open.put({ name: 'scan.pdf', at: 20, page: 'e' });
    expect(open.now()).toMatchObject({ waits: { gapMs: 30_000 } });
    open.put({ name: 'scan.pdf', at: 60, page: 'f' });
    expect(open.now()).toMatchObject({ settleMs: 80_000, waits: { gapMs: 40_000 } });
  });

  it('counts for nothing where a person sets a time, and again where they take that back', () => {
    const open = setUp();
    const { id } = open.folder;
    expect(open.journal.folders.change(id, { settleMs: 3_000 })).toMatchObject({ settleMs: 3_000, waits: { kind: 'chosen' } });
    expect(open.journal.folders.change(id, { subfolders: false })).toMatchObject({ settleMs: 3_000, waits: { kind: 'chosen' } });
    open.put();
    expect(open.journal.folders.change(id, { settleMs: null })).toMatchObject({ settleMs: 20_000, waits: { kind: 'first', files: 9 } });
    expect(open.journal.folders.change(id, { subfolders: true })?.waits.kind).toBe('first');
  });
});

function setUpForNewSubfolder() {
  const open = anOpenJournal();
  return { ...open, folder: aFolder(open, aCompany(open)) };
}

/** A file with a content of its own is found there. */
function find(open: OpenJournal & { readonly folder: Folder }, name: string, more: Partial<ReturnType<typeof aFile>> = {}) {
  const { itemId } = open.journal.intake.enqueue({ ...aFile(open.folder, { name, content: `content of ${name}` }), ...more });
  return itemId;
}

const stateOf = (open: OpenJournal, itemId: ReturnType<typeof find>) => item(open, itemId).state;
const asks = (subfolder: string) => ({ kind: 'held', question: { kind: 'new-subfolder', subfolder } });

describe('in the first week of a company', () => {
  it('a file from a sub-folder in which nothing was found before is asked about, and one of the folder itself is sent', () => {
    const open = setUpForNewSubfolder();
    expect(stateOf(open, find(open, 'a.pdf'))).toMatchObject({ kind: 'waiting' });
    expect(stateOf(open, find(open, 'Privé/b.pdf'))).toEqual(asks('Privé'));
    expect(stateOf(open, find(open, 'Privé/2026/c.pdf'))).toEqual(asks('Privé/2026'));
    // A name that only begins alike is another sub-folder.
    expect(stateOf(open, find(open, 'Privé 2/d.pdf'))).toEqual(asks('Privé 2'));
  });

  it('a yes to one file is a yes to all of its sub-folder, and to what comes there from then on; other sub-folders still ask', () => {
    const open = setUpForNewSubfolder();
    const [first, second, other] = [find(open, 'Novembre/a.pdf'), find(open, 'Novembre/b.pdf'), find(open, 'Privé/c.pdf')];
    expect(open.journal.list.allow([first])).toBe(2);
    for (const itemId of [first, second]) expect(stateOf(open, itemId)).toMatchObject({ kind: 'waiting' });
    expect(stateOf(open, find(open, 'Novembre/d.pdf'))).toMatchObject({ kind: 'waiting' });
    expect(stateOf(open, other)).toEqual(asks('Privé'));
    expect(stateOf(open, find(open, 'Privé/e.pdf'))).toEqual(asks('Privé'));
  });

  it('a sub-folder of the same name in another folder is another one', () => {
    const open = setUpForNewSubfolder();
    const [company] = open.journal.companies.companies();
    if (company === undefined) throw new Error('there is one');
    const elsewhere = { ...open, folder: aFolder(open, company, 'sales-invoices') };
    const [here, there] = [find(open, 'Novembre/a.pdf'), find(elsewhere, 'Novembre/b.pdf')];
    expect(open.journal.list.allow([here])).toBe(1);
    expect(stateOf(open, there)).toEqual(asks('Novembre'));
  });

  it('what was put aside, or cannot be sent at all, makes no sub-folder known', () => {
    const open = setUpForNewSubfolder();
    const first = find(open, 'Privé/a.pdf');
    expect(open.journal.list.putAside([first])).toBe(1);
    expect(stateOf(open, find(open, 'Privé/b.pdf'))).toEqual(asks('Privé'));
    find(open, 'Lettres/a.docx', { inspected: { kind: 'unfit', problem: { kind: 'not-taken', found: 'office' }, sha256: 'a'.repeat(64) } });
    expect(stateOf(open, find(open, 'Lettres/b.pdf'))).toEqual(asks('Lettres'));
    expect(open.journal.list.putBack([first])).toBe(1);
    expect(stateOf(open, first)).toEqual(asks('Privé'));
  });

  it('files from before the folder was added keep their one question for all, and make their sub-folder known', () => {
    const open = setUpForNewSubfolder();
    expect(stateOf(open, find(open, 'Archive/a.pdf', { bulkArrival: true }))).toEqual({ kind: 'held', question: { kind: 'bulk-arrival' } });
    open.journal.bulkArrivals.answerBulkArrival({ answer: { kind: 'none' } });
    expect(stateOf(open, find(open, 'Archive/b.pdf'))).toMatchObject({ kind: 'waiting' });
  });

  it('files from before are sent without a word where the person has said so, and later ones are asked about', () => {
    const open = anOpenJournal();
    const { id: companyId } = aCompany(open);
    const folder = open.journal.folders.add({ companyId, importType: 'purchase-invoices', path: '/all', settleMs: 50, existing: 'send' });
    const here = { ...open, folder };
    expect(stateOf(open, find(here, 'Archive/a.pdf'))).toMatchObject({ kind: 'waiting' });
    const { known } = aFile(folder);
    const later = { known: { ...known, changedAt: (folder.addedAt + MINUTE_MS) as typeof known.changedAt } };
    expect(stateOf(open, find(here, 'Privé/b.pdf', later))).toEqual(asks('Privé'));
  });

  it('a file that a person sends as it is needs no second word', () => {
    const open = setUpForNewSubfolder();
    expect(stateOf(open, find(open, 'Privé/a.pdf', { byUser: true }))).toMatchObject({ kind: 'waiting' });
  });
});

describe('after the first week', () => {
  it('no sub-folder is asked about, and what was held stays a question', async () => {
    const open = setUpForNewSubfolder();
    const held = find(open, 'Privé/a.pdf');
    await open.clock.advance(7 * DAY_MS - 1);
    expect(stateOf(open, find(open, 'Autres/b.pdf'))).toEqual(asks('Autres'));
    await open.clock.advance(1);
    expect(stateOf(open, find(open, 'Encore/c.pdf'))).toMatchObject({ kind: 'waiting' });
    expect(stateOf(open, held)).toEqual(asks('Privé'));
  });

  it('a clock that is set back does not begin it anew', async () => {
    const open = setUpForNewSubfolder();
    await open.clock.advance(8 * DAY_MS);
    find(open, 'a.pdf');
    open.clock.jump(-4 * DAY_MS);
    expect(stateOf(open, find(open, 'Privé/b.pdf'))).toMatchObject({ kind: 'waiting' });
    open.clock.jump(-300 * DAY_MS);
    expect(stateOf(open, find(open, 'Autres/c.pdf'))).toMatchObject({ kind: 'waiting' });
  });

  it('a connection that is made anew does not begin it anew', async () => {
    const open = setUpForNewSubfolder();
    const [company] = open.journal.companies.companies();
    if (company === undefined) throw new Error('there is one');
    await open.clock.advance(30 * DAY_MS);
    open.journal.companies.reconnect(company.id, OTHER_INTEGRATION, open.clock.wallMs());
    expect(stateOf(open, find(open, 'Privé/a.pdf'))).toMatchObject({ kind: 'waiting' });
  });
});
