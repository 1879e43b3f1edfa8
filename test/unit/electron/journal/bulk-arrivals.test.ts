import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { HOUR_MS, wallMs } from '#shared/lib/duration.ts';
import { aKnownFile } from '#test/support/a-known-file.ts';
import { aCompany, aFile, aFolder, anOpenJournal, item, OTHER_INTEGRATION } from './an-open-journal.ts';

/** Two companies; the first has two folders of one type and one of the other. */
function setUp() {
  const open = anOpenJournal();
  const [bakery, garage] = [aCompany(open), aCompany(open, OTHER_INTEGRATION)];
  const folders = {
    achats: aFolder(open, bakery),
    archives: aFolder(open, bakery, 'purchase-invoices', '/archives'),
    ventes: aFolder(open, bakery, 'sales-invoices'),
    garage: aFolder(open, garage, 'purchase-invoices', '/garage'),
  };
  const put = (folder: Folder, name: string, { written = 0, content = `${folder.id} ${name}` } = {}) => {
    const file = aFile(folder, { name, content, bulkArrival: true });
    return open.journal.intake.enqueue({ ...file, known: { ...aKnownFile(9, 0), modifiedAt: wallMs(written) } }).itemId;
  };
  const arrivals = () => open.journal.bulkArrivals.bulkArrivals();
  return { ...open, bakery, garage, folders, put, arrivals };
}

const keyOf = ({ companyId, importType, id }: Folder) => ({ companyId, importType, folderId: id });

describe('bulk arrivals', () => {
  it('are one question for each company, type and folder, the newest first, with names, days and the folder’s path', () => {
    const { folders, put, arrivals } = setUp();
    for (const [at, name] of ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'].entries()) put(folders.achats, name, { written: at * 1_000 });
    put(folders.archives, 'e.pdf');
    put(folders.ventes, 'f.pdf');
    put(folders.garage, 'g.pdf', { written: 7 });
    expect(arrivals().map(({ folderId, count }) => [folderId, count])).toEqual([
      [folders.garage.id, 1],
      [folders.ventes.id, 1],
      [folders.archives.id, 1],
      [folders.achats.id, 4],
    ]);
    expect(arrivals()[3]).toEqual({
      ...keyOf(folders.achats),
      path: join('/scans', 'purchase-invoices'),
      why: 'before',
      count: 4,
      names: ['d.pdf', 'c.pdf', 'b.pdf'],
      oldest: 0,
      newest: 3_000,
    });
  });

  it('are answered for one folder, and the others wait on', () => {
    const { journal, folders, put, arrivals } = setUp();
    put(folders.achats, 'a.pdf');
    put(folders.archives, 'b.pdf');
    put(folders.garage, 'c.pdf');
    expect(journal.bulkArrivals.answerBulkArrival({ ...keyOf(folders.achats), answer: { kind: 'all' } })).toMatchObject({
      sent: 1,
      aside: 0,
    });
    expect(arrivals().map(({ folderId }) => folderId)).toEqual([folders.garage.id, folders.archives.id]);
    expect(journal.bulkArrivals.bulkArrival(keyOf(folders.garage)).count).toBe(1);
  });

  it('follow a file that is found elsewhere, and return to the copy that is left', () => {
    const { journal, folders, put, arrivals } = setUp();
    put(folders.achats, 'a.pdf', { content: 'same' });
    put(folders.archives, 'copy.pdf', { content: 'same' });
    expect(arrivals()).toMatchObject([{ folderId: folders.archives.id, count: 1 }]);
    journal.intake.forget(folders.archives.id, ['copy.pdf']);
    expect(arrivals()).toMatchObject([{ folderId: folders.achats.id, count: 1 }]);
    journal.intake.forget(folders.achats.id, ['a.pdf']);
    expect(arrivals()).toMatchObject([{ folderId: folders.achats.id, count: 1 }]);
  });

  it('of a folder that was removed are still asked about, and say so', () => {
    const { journal, folders, put, arrivals } = setUp();
    put(folders.achats, 'a.pdf');
    expect(arrivals()).toMatchObject([{ why: 'before' }]);
    journal.folders.remove(folders.achats.id);
    expect(arrivals()).toMatchObject([{ why: 'unwatched', path: folders.achats.path }]);
  });

  it('that were copied into a folder long after it was added came at once, however old the files are', async () => {
    const { clock, folders, put, arrivals } = setUp();
    await clock.advance(HOUR_MS);
    put(folders.achats, 'old.pdf', { written: 5 });
    expect(arrivals()).toMatchObject([{ why: 'at-once' }]);
  });

  it('are counted by spans of time', () => {
    const { journal, folders, put } = setUp();
    for (const written of [5, 10, 15, 25]) put(folders.achats, `${written}.pdf`, { written });
    put(folders.archives, 'x.pdf', { written: 12 });
    const starts = [0, 10, 20].map(wallMs);
    expect(journal.bulkArrivals.bulkArrival({ ...keyOf(folders.achats), starts }).perStart).toEqual([1, 2, 1]);
  });

  it('that a person did not want sent are asked about again when that is taken back, and no others', async () => {
    const open = setUp();
    const { journal, clock, folders, put } = open;
    const earlier = put(folders.achats, 'a.pdf');
    journal.bulkArrivals.answerBulkArrival({ ...keyOf(folders.achats), answer: { kind: 'none' } });
    await clock.advance(1_000);
    const later = put(folders.achats, 'b.pdf');
    const { at } = journal.bulkArrivals.answerBulkArrival({ ...keyOf(folders.achats), answer: { kind: 'none' } });
    expect(journal.bulkArrivals.takeBackBulkAnswer({ ...keyOf(folders.archives), at })).toBe(0);
    expect(journal.bulkArrivals.takeBackBulkAnswer({ ...keyOf(folders.achats), at })).toBe(1);
    expect([item(open, earlier).state.kind, item(open, later).state]).toEqual(['aside', { kind: 'held', question: { kind: 'flood' } }]);
  });

  it('are listed by their folder, apart from other questions', () => {
    const { journal, folders, put } = setUp();
    put(folders.achats, 'a.pdf');
    const other = put(folders.archives, 'b.pdf');
    const twin = journal.intake.enqueue(aFile(folders.ventes, { content: `${folders.archives.id} b.pdf` })).itemId;
    const shown = (question: { kind: 'flood' | 'other-type'; folderId?: Folder['id'] }) =>
      journal.list.page({ states: ['held'], question, limit: 9 }).items.map(({ id }) => id);
    expect(shown({ kind: 'flood', folderId: folders.archives.id })).toEqual([other]);
    expect(shown({ kind: 'flood' })).toHaveLength(2);
    expect(shown({ kind: 'other-type' })).toEqual([twin]);
    expect(journal.list.countOf({ question: { kind: 'flood', folderId: folders.achats.id } }).kinds.held).toBe(1);
  });

  it('are read anew only after what is held has changed', () => {
    const { journal, folders, put, arrivals } = setUp();
    put(folders.achats, 'a.pdf');
    const [first] = arrivals();
    journal.intake.enqueue(aFile(folders.achats, { name: 'new.pdf', content: 'new' }));
    // The list of names is the one that was read before.
    expect(arrivals()[0]?.names).toBe(first?.names);
    put(folders.achats, 'b.pdf');
    expect(arrivals()[0]?.count).toBe(2);
  });
});
