import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { HOUR_MS, wallMs } from '#shared/lib/duration.ts';
import { aKnownFile } from '#test/support/documents/sample-files.ts';
import { aCompany, aFile, aFolder, anOpenJournal, begun, ended, item, OTHER_INTEGRATION } from './an-open-journal.ts';
import type { DocumentId } from '#shared/contract/ids.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { TypeAnswer } from '#shared/domain/type-decision.ts';

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
    expect([item(open, earlier).state.kind, item(open, later).state]).toEqual([
      'aside',
      { kind: 'held', question: { kind: 'bulk-arrival' } },
    ]);
  });

  it('are listed by their folder, apart from other questions', () => {
    const { journal, folders, put } = setUp();
    put(folders.achats, 'a.pdf');
    const other = put(folders.archives, 'b.pdf');
    const twin = journal.intake.enqueue(aFile(folders.ventes, { content: `${folders.archives.id} b.pdf` })).itemId;
    const shown = (question: { kind: 'bulk-arrival' | 'other-type'; folderId?: Folder['id'] }) =>
      journal.list.page({ states: ['held'], question, limit: 9 }).items.map(({ id }) => id);
    expect(shown({ kind: 'bulk-arrival', folderId: folders.archives.id })).toEqual([other]);
    expect(shown({ kind: 'bulk-arrival' })).toHaveLength(2);
    expect(shown({ kind: 'other-type' })).toEqual([twin]);
    expect(journal.list.countOf({ question: { kind: 'bulk-arrival', folderId: folders.achats.id } }).kinds.held).toBe(1);
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

const DOCUMENT = '7b1f2c1e-5a52-4a0e-9f0a-3a0f5b8d2c11' as DocumentId;

/** The same bytes in both folders: the purchase came first, in the state that `before` brings it to, and the sale is asked about. */
function setUpForTypeDecision(
  before: (open: ReturnType<typeof anOpenJournal>, first: ItemId) => void = () => undefined,
  bulkArrival = false,
) {
  const open = anOpenJournal();
  const company = aCompany(open);
  const [achats, ventes] = [aFolder(open, company), aFolder(open, company, 'sales-invoices')];
  const first = open.journal.intake.enqueue(aFile(achats, { bulkArrival })).itemId;
  const second = open.journal.intake.enqueue(aFile(ventes)).itemId;
  expect(item(open, second).state).toMatchObject({ kind: 'held', question: { kind: 'other-type', itemId: first } });
  before(open, first);
  const kinds = () => [item(open, first).state.kind, item(open, second).state.kind];
  const decide = (as: TypeAnswer) => open.journal.typeDecisions.decide(second, as);
  return { ...open, first, second, kinds, decide };
}

type Before = Parameters<typeof setUpForTypeDecision>[0];
const uploading: Before = (open, first) => void begun(open, first);
const awaiting: Before = (open, first) => {
  begun(open, first);
  ended(open, first, { kind: 'received', documentId: DOCUMENT });
};
const failed: Before = (open, first) => {
  begun(open, first);
  ended(open, first, { kind: 'failed', failure: { kind: 'timed-out' }, retryAfterMs: null });
};

describe('“it is a sale”, for a file that was first found as a purchase', () => {
  it.each([
    ['is not sent yet', undefined, 'aside', 'unsent'],
    ['is being sent', uploading, 'uploading', 'under-way'],
    ['was tried once, and may have left', failed, 'waiting', 'under-way'],
    ['was received', awaiting, 'awaiting', 'awaiting'],
  ] as const)('sends the sale; the purchase, which %s, becomes what it can', (_what, before, becomes, standing) => {
    const open = setUpForTypeDecision(before);
    expect(open.decide('this')).toMatchObject({ became: 'decided', sent: [open.second], standing, otherId: open.first });
    expect(open.kinds()).toEqual([becomes, 'waiting']);
  });

  it('puts aside a purchase that waits for another answer, with that question', () => {
    const open = setUpForTypeDecision(undefined, true);
    expect(open.decide('this')).toMatchObject({ standing: 'asking', aside: [open.first] });
    expect(item(open, open.first).state).toEqual({ kind: 'aside', why: 'user', question: { kind: 'bulk-arrival' } });
  });

  it('never has the purchase sent after all: delivery finds it gone from what waits', () => {
    const open = setUpForTypeDecision();
    open.decide('this');
    expect(open.journal.delivery.due(open.clock.wallMs(), 9).map(({ item: { id } }) => id)).toEqual([open.second]);
    expect(open.journal.delivery.needsSpool(open.first)).toBe(false);
    // Who takes it back is asked again.
    expect(open.journal.list.putBack([open.first])).toBe(1);
    expect(item(open, open.first).state).toEqual({ kind: 'held', question: { kind: 'other-type', itemId: open.second } });
  });
});

describe('“it is a purchase”', () => {
  it.each([
    ['not sent yet', undefined, 'waiting'],
    ['being sent', uploading, 'uploading'],
    ['received', awaiting, 'awaiting'],
  ] as const)('sets the sale aside and leaves the purchase that is %s as it is', (_what, before, stays) => {
    const open = setUpForTypeDecision(before);
    expect(open.decide('other')).toMatchObject({ became: 'decided', sent: [], aside: [open.second] });
    expect(open.kinds()).toEqual([stays, 'aside']);
  });

  it('sends a purchase that was ignored', () => {
    const open = setUpForTypeDecision((all, first) => expect(all.journal.list.putAside([first])).toBe(1), true);
    expect(open.decide('other')).toMatchObject({ standing: 'ignored', sent: [open.first], aside: [open.second] });
    expect(open.kinds()).toEqual(['waiting', 'aside']);
  });
});

describe('an answer', () => {
  it('“both” sends the sale beside the purchase', () => {
    const open = setUpForTypeDecision();
    expect(open.decide('both')).toMatchObject({ sent: [open.second], aside: [] });
    expect(open.kinds()).toEqual(['waiting', 'waiting']);
  });

  it('changes nothing when it is given twice, or about a document that nobody asks about', () => {
    const open = setUpForTypeDecision();
    open.decide('this');
    const [first, second] = [item(open, open.first), item(open, open.second)];
    for (const as of ['this', 'other', 'both'] as const) expect(open.decide(as)).toEqual({ became: 'not-asked' });
    expect(open.journal.typeDecisions.decide(open.first, 'other')).toEqual({ became: 'not-asked' });
    expect([item(open, open.first), item(open, open.second)]).toEqual([first, second]);
  });

  it('is one step', () => {
    const open = setUpForTypeDecision();
    let rings = 0;
    open.journal.onChange(() => {
      rings += 1;
    });
    open.decide('this');
    expect(rings).toBe(1);
  });
});
