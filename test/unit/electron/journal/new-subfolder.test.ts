import { describe, expect, it } from 'vitest';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { DAY_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { aCompany, aFile, aFolder, anOpenJournal, item, type OpenJournal, OTHER_INTEGRATION } from './an-open-journal.ts';

function setUp() {
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
    const open = setUp();
    expect(stateOf(open, find(open, 'a.pdf'))).toMatchObject({ kind: 'waiting' });
    expect(stateOf(open, find(open, 'Privé/b.pdf'))).toEqual(asks('Privé'));
    expect(stateOf(open, find(open, 'Privé/2026/c.pdf'))).toEqual(asks('Privé/2026'));
    // A name that only begins alike is another sub-folder.
    expect(stateOf(open, find(open, 'Privé 2/d.pdf'))).toEqual(asks('Privé 2'));
  });

  it('a yes to one file is a yes to all of its sub-folder, and to what comes there from then on; other sub-folders still ask', () => {
    const open = setUp();
    const [first, second, other] = [find(open, 'Novembre/a.pdf'), find(open, 'Novembre/b.pdf'), find(open, 'Privé/c.pdf')];
    expect(open.journal.list.allow([first])).toBe(2);
    for (const itemId of [first, second]) expect(stateOf(open, itemId)).toMatchObject({ kind: 'waiting' });
    expect(stateOf(open, find(open, 'Novembre/d.pdf'))).toMatchObject({ kind: 'waiting' });
    expect(stateOf(open, other)).toEqual(asks('Privé'));
    expect(stateOf(open, find(open, 'Privé/e.pdf'))).toEqual(asks('Privé'));
  });

  it('a sub-folder of the same name in another folder is another one', () => {
    const open = setUp();
    const [company] = open.journal.companies.companies();
    if (company === undefined) throw new Error('there is one');
    const elsewhere = { ...open, folder: aFolder(open, company, 'sales-invoices') };
    const [here, there] = [find(open, 'Novembre/a.pdf'), find(elsewhere, 'Novembre/b.pdf')];
    expect(open.journal.list.allow([here])).toBe(1);
    expect(stateOf(open, there)).toEqual(asks('Novembre'));
  });

  it('what was put aside, or cannot be sent at all, makes no sub-folder known', () => {
    const open = setUp();
    const first = find(open, 'Privé/a.pdf');
    expect(open.journal.list.putAside([first])).toBe(1);
    expect(stateOf(open, find(open, 'Privé/b.pdf'))).toEqual(asks('Privé'));
    find(open, 'Lettres/a.docx', { inspected: { kind: 'unfit', problem: { kind: 'not-taken', found: 'office' }, sha256: 'a'.repeat(64) } });
    expect(stateOf(open, find(open, 'Lettres/b.pdf'))).toEqual(asks('Lettres'));
    expect(open.journal.list.putBack([first])).toBe(1);
    expect(stateOf(open, first)).toEqual(asks('Privé'));
  });

  it('files from before the folder was added keep their one question for all, and make their sub-folder known', () => {
    const open = setUp();
    expect(stateOf(open, find(open, 'Archive/a.pdf', { bulkArrival: true }))).toEqual({ kind: 'held', question: { kind: 'flood' } });
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
    const open = setUp();
    expect(stateOf(open, find(open, 'Privé/a.pdf', { byPerson: true }))).toMatchObject({ kind: 'waiting' });
  });
});

describe('after the first week', () => {
  it('no sub-folder is asked about, and what was held stays a question', async () => {
    const open = setUp();
    const held = find(open, 'Privé/a.pdf');
    await open.clock.advance(7 * DAY_MS - 1);
    expect(stateOf(open, find(open, 'Autres/b.pdf'))).toEqual(asks('Autres'));
    await open.clock.advance(1);
    expect(stateOf(open, find(open, 'Encore/c.pdf'))).toMatchObject({ kind: 'waiting' });
    expect(stateOf(open, held)).toEqual(asks('Privé'));
  });

  it('a clock that is set back does not begin it anew', async () => {
    const open = setUp();
    await open.clock.advance(8 * DAY_MS);
    find(open, 'a.pdf');
    open.clock.jump(-4 * DAY_MS);
    expect(stateOf(open, find(open, 'Privé/b.pdf'))).toMatchObject({ kind: 'waiting' });
    open.clock.jump(-300 * DAY_MS);
    expect(stateOf(open, find(open, 'Autres/c.pdf'))).toMatchObject({ kind: 'waiting' });
  });

  it('a connection that is made anew does not begin it anew', async () => {
    const open = setUp();
    const [company] = open.journal.companies.companies();
    if (company === undefined) throw new Error('there is one');
    await open.clock.advance(30 * DAY_MS);
    open.journal.companies.reconnect(company.id, OTHER_INTEGRATION, open.clock.wallMs());
    expect(stateOf(open, find(open, 'Privé/a.pdf'))).toMatchObject({ kind: 'waiting' });
  });
});
