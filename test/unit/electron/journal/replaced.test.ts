import { describe, expect, it } from 'vitest';
import type { ItemId } from '#shared/domain/ids.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { aCompany, aFile, aFolder, anOpenJournal, begun, item, OTHER_INTEGRATION } from './an-open-journal.ts';

function setUp() {
  const open = anOpenJournal();
  const folder = aFolder(open, aCompany(open));
  const put = (content: string, name = 'SCN_0001.pdf', bulkArrival = false): ItemId =>
    open.journal.intake.enqueue(aFile(folder, { content, name, bulkArrival })).itemId;
  return { ...open, folder, put, state: (id: ItemId) => item(open, id).state };
}

function bulkArrived(count: number) {
  const open = setUp();
  const ids = Array.from({ length: count }, (_, n) => {
    const file = aFile(open.folder, { name: `${n}.pdf`, content: `${n}`, bulkArrival: true });
    return open.journal.intake.enqueue({ ...file, known: { ...file.known, modifiedAt: wallMs(1_000 * n) } }).itemId;
  });
  return { ...open, ids, kinds: () => ids.map((id) => open.state(id).kind) };
}

describe('another content in the place of a file', () => {
  it('is a new document with a link to the old one, which goes its way when it had begun to; a person is asked about the new one', () => {
    const open = setUp();
    const old = open.put('one');
    begun(open, old);
    const changed = open.put('two');
    expect(item(open, changed).replaces).toBe(old);
    expect(open.journal.list.detail(old)?.replacedBy).toBe(changed);
    expect([open.state(old).kind, open.state(changed).kind]).toEqual(['uploading', 'held']);
    open.journal.restart();
    open.put('three');
    expect([open.state(old).kind, open.state(changed)]).toEqual(['waiting', { kind: 'aside', why: 'replaced' }]);
  });

  it('takes the place of one of which nothing had left, which is not sent as well and counts for nothing', () => {
    const open = setUp();
    const [old, changed] = [open.put('one'), open.put('two')];
    expect(open.state(old)).toEqual({ kind: 'aside', why: 'replaced' });
    expect(open.journal.delivery.due(open.clock.wallMs(), 9).map((due) => due.item.id)).toEqual([changed]);
    expect(open.journal.items.counts()).toMatchObject({ waiting: 1, aside: 1, held: 0, unfit: 0 });
    expect(open.journal.list.allow([old])).toBe(0);
  });

  it('takes nothing from one that lies somewhere else too', () => {
    const open = setUp();
    const old = open.put('one');
    open.put('one', 'copie.pdf');
    open.put('two');
    expect(open.state(old).kind).toBe('waiting');
    open.put('three', 'copie.pdf');
    expect(open.state(old)).toEqual({ kind: 'aside', why: 'replaced' });
  });

  it('gives its place back when the old bytes come again', () => {
    const open = setUp();
    const [old, changed, again] = [open.put('one'), open.put('two'), open.put('one')];
    expect(again).toBe(old);
    expect([open.state(old).kind, open.state(changed)]).toEqual(['waiting', { kind: 'aside', why: 'replaced' }]);
    expect(item(open, old).replaces).toBeNull();
  });

  it('is no link when the old file had been taken away before: a scanner that counts anew', () => {
    const open = setUp();
    const old = open.put('one');
    open.journal.intake.forget(open.folder.id, ['SCN_0001.pdf']);
    const next = open.put('two');
    expect([item(open, next).replaces, open.state(old).kind, open.state(next).kind]).toEqual([null, 'waiting', 'waiting']);
  });

  it('frees what could not be sent from needing a person', () => {
    const open = setUp();
    const file = aFile(open.folder, { content: 'cut' });
    const unfit = { kind: 'unfit', problem: { kind: 'damaged', found: 'pdf' }, sha256: 'ab'.repeat(32) } as const;
    const old = open.journal.intake.enqueue({ ...file, relativePath: 'SCN_0001.pdf', inspected: unfit }).itemId;
    expect(open.state(old).kind).toBe('unfit');
    open.put('whole');
    expect(open.journal.items.counts()).toMatchObject({ unfit: 0, aside: 1, waiting: 1 });
  });

  it('is asked about as the old one was', () => {
    const open = setUp();
    open.put('one', 'ancien.pdf', true);
    const changed = open.put('two', 'ancien.pdf');
    expect(open.state(changed)).toEqual({ kind: 'held', question: { kind: 'bulk-arrival' } });
    open.journal.bulkArrivals.answerBulkArrival({ answer: { kind: 'none' } });
    expect(open.state(open.put('three', 'ancien.pdf')).kind).toBe('held');
    open.journal.bulkArrivals.answerBulkArrival({ answer: { kind: 'all' } });
    expect(open.state(open.put('four', 'ancien.pdf')).kind).toBe('waiting');
  });
});

describe('one answer to a bulk arrival', () => {
  it('sends all, or puts all aside for good', () => {
    const all = bulkArrived(3);
    expect(all.journal.bulkArrivals.answerBulkArrival({ answer: { kind: 'all' } })).toMatchObject({ sent: 3, aside: 0 });
    expect(all.kinds()).toEqual(['waiting', 'waiting', 'waiting']);
    const none = bulkArrived(3);
    expect(none.journal.bulkArrivals.answerBulkArrival({ answer: { kind: 'none' } })).toMatchObject({ sent: 0, aside: 3 });
    expect(none.journal.bulkArrivals.bulkArrival({})).toEqual({ count: 0, oldest: null, newest: null });
    const later = none.journal.intake.enqueue(aFile(none.folder, { name: 'ailleurs.pdf', content: '1' }));
    expect([later.made, ...none.kinds()]).toEqual([false, 'aside', 'aside', 'aside']);
    expect(none.journal.list.allow(none.ids.slice(1))).toBe(2);
    expect(none.kinds()).toEqual(['aside', 'waiting', 'waiting']);
  });

  it('sends what was written since a date, by the times of the files', () => {
    const open = bulkArrived(4);
    expect(open.journal.bulkArrivals.bulkArrival({})).toEqual({ count: 4, oldest: 0, newest: 3_000 });
    expect(open.journal.bulkArrivals.bulkArrival({ since: wallMs(2_000) })).toEqual({ count: 2, oldest: 2_000, newest: 3_000 });
    expect(open.journal.bulkArrivals.bulkArrival({ since: wallMs(3_001) }).count).toBe(0);
    expect(open.journal.bulkArrivals.answerBulkArrival({ answer: { kind: 'since', at: wallMs(2_000) } })).toMatchObject({
      sent: 2,
      aside: 2,
    });
    expect(open.kinds()).toEqual(['aside', 'aside', 'waiting', 'waiting']);
  });

  it('goes by the last time that a file was written, wherever a copy of it lies', () => {
    const open = bulkArrived(3);
    const copy = aFile(open.folder, { name: 'copy of 0.pdf', content: '0', bulkArrival: true });
    open.journal.intake.enqueue({ ...copy, known: { ...copy.known, modifiedAt: wallMs(9_000.5) } });
    open.journal.intake.forget(open.folder.id, ['0.pdf', '1.pdf']);
    expect(open.journal.bulkArrivals.bulkArrival({})).toEqual({ count: 3, oldest: 1_000, newest: 9_000.5 });
    expect(open.journal.bulkArrivals.answerBulkArrival({ answer: { kind: 'since', at: wallMs(2_000) } })).toMatchObject({
      sent: 2,
      aside: 1,
    });
    expect(open.kinds()).toEqual(['waiting', 'aside', 'waiting']);
  });

  it('answers no other question, and for no other company', () => {
    const open = bulkArrived(1);
    const first = open.put('x', 'a.pdf');
    const twin = open.journal.intake.enqueue(
      aFile(aFolder(open, open.journal.companies.companies()[0] ?? aCompany(open), 'sales-invoices'), { content: 'x' }),
    );
    const other = aCompany(open, '33333333-3333-4333-8333-333333333333' as Parameters<typeof aCompany>[1]);
    expect(open.journal.bulkArrivals.answerBulkArrival({ answer: { kind: 'none' }, companyId: other.id })).toMatchObject({
      sent: 0,
      aside: 0,
    });
    expect(open.journal.bulkArrivals.answerBulkArrival({ answer: { kind: 'none' } })).toMatchObject({ sent: 0, aside: 1 });
    expect([open.state(first).kind, open.state(twin.itemId).kind]).toEqual(['waiting', 'held']);
  });

  it('is left out of a list of what is asked about one by one, however many came later', () => {
    const open = setUp();
    const sales = aFolder(open, aCompany(open, OTHER_INTEGRATION), 'sales-invoices');
    const blank = { ...aFile(sales, { content: 'blank' }), bulkArrival: false };
    const held = open.journal.intake.enqueue({
      ...blank,
      inspected: { ...blank.inspected, question: 'blank' } as typeof blank.inspected,
    }).itemId;
    for (let n = 0; n < 80; n += 1) open.put(`${n}`, `${n}.pdf`, true);
    const page = open.journal.list.page({ states: ['held'], bulkArrival: false, limit: 3 });
    expect(page).toMatchObject({ total: 1, items: [{ id: held }] });
    expect(open.journal.list.page({ states: ['held'], limit: 3 }).total).toBe(81);
  });

  it('is one step, however many there are', () => {
    const open = bulkArrived(200);
    let rings = 0;
    open.journal.onChange(() => {
      rings += 1;
    });
    expect(open.journal.bulkArrivals.answerBulkArrival({ answer: { kind: 'all' } })).toMatchObject({ sent: 200, aside: 0 });
    expect(rings).toBe(1);
  });
});
