import { describe, expect, it } from 'vitest';
import type { ItemId } from '#shared/domain/ids.ts';
import { aCompany, aFile, aFolder, anOpenJournal, begun, INTEGRATION, item } from './an-open-journal.ts';

function setUp() {
  const open = anOpenJournal();
  const company = aCompany(open);
  const [purchases, sales] = [aFolder(open, company), aFolder(open, company, 'sales-invoices')];
  const put = (into: typeof sales, content = 'one', name = 'scan.pdf'): ItemId =>
    open.journal.intake.enqueue(aFile(into, { content, name })).itemId;
  const take = (from: typeof sales, name = 'scan.pdf'): void => {
    open.journal.intake.forget(from.id, [name]);
    open.journal.intake.noteGone(from.id, [name]);
  };
  const due = (): readonly ItemId[] => open.journal.delivery.due(open.clock.wallMs(), 9).map((one) => one.item.id);
  const begin = (id: ItemId) => open.journal.delivery.begin(id, { integrationId: INTEGRATION, at: open.clock.wallMs() });
  return { ...open, purchases, sales, put, take, due, begin, state: (id: ItemId) => item(open, id).state };
}

const GONE = { kind: 'aside', why: 'gone' } as const;

describe('a file that is moved to the folder of the other type', () => {
  it('is of that type, whichever of the two the sweeps find first, and nobody is asked', () => {
    const open = setUp();
    const first = open.put(open.purchases);
    open.take(open.purchases);
    const second = open.put(open.sales);
    expect([open.state(first), open.state(second).kind]).toEqual([GONE, 'waiting']);
    const other = open.put(open.purchases, 'two', 'other.pdf');
    const asked = open.put(open.sales, 'two', 'other.pdf');
    expect(open.state(asked)).toMatchObject({ kind: 'held', question: { kind: 'other-type', itemId: other } });
    open.take(open.purchases, 'other.pdf');
    expect([open.state(other), open.state(asked).kind]).toEqual([GONE, 'waiting']);
    expect(open.due()).toEqual([second, asked]);
  });

  it('takes with it what was open about it', () => {
    const open = setUp();
    const found = aFile(open.purchases, { content: 'white' });
    const { itemId } = open.journal.intake.enqueue({ ...found, inspected: { ...found.inspected, question: 'blank' } as never });
    const moved = open.put(open.sales, 'white');
    open.take(open.purchases);
    expect(open.state(moved)).toEqual({ kind: 'held', question: { kind: 'blank' } });
    expect(open.state(itemId)).toMatchObject({ kind: 'aside', why: 'gone' });
  });

  it('comes back as it was when it is moved back', () => {
    const open = setUp();
    const first = open.put(open.purchases);
    open.take(open.purchases);
    const second = open.put(open.sales);
    open.take(open.sales);
    expect(open.put(open.purchases)).toBe(first);
    expect([open.state(first).kind, open.state(second)]).toEqual(['waiting', GONE]);
  });

  it('is asked about where a byte of it has left, and where it lies in both', () => {
    const open = setUp();
    const left = open.put(open.purchases);
    begun(open, left);
    open.journal.restart();
    const again = open.put(open.sales);
    open.take(open.purchases);
    expect([open.state(left).kind, open.state(again)]).toEqual([
      'waiting',
      { kind: 'held', question: { kind: 'other-type', itemId: left } },
    ]);
    const both = open.put(open.purchases, 'two', 'both.pdf');
    open.put(open.purchases, 'two', 'copy.pdf');
    const asked = open.put(open.sales, 'two', 'both.pdf');
    open.take(open.purchases, 'both.pdf');
    expect([open.state(both).kind, open.state(asked).kind]).toEqual(['waiting', 'held']);
  });
});

describe('a document of which no byte has left', () => {
  it('has the name that its file was given meanwhile, also to be sent under', () => {
    const open = setUp();
    const id = open.put(open.purchases, 'one', 'SCN_0001.pdf');
    open.put(open.purchases, 'one', 'Facture 12.PDF');
    expect(item(open, id).name).toBe('SCN_0001.pdf');
    open.take(open.purchases, 'SCN_0001.pdf');
    expect(item(open, id)).toMatchObject({ name: 'Facture 12.PDF', sentName: 'Facture 12.pdf' });
    begun(open, id);
    open.put(open.purchases, 'one', 'later.pdf');
    open.take(open.purchases, 'Facture 12.PDF');
    expect(item(open, id)).toMatchObject({ name: 'Facture 12.PDF', sentName: 'Facture 12.pdf' });
  });

  it('does not leave while its file is nowhere, and leaves when it is back', () => {
    const open = setUp();
    const id = open.put(open.purchases);
    open.take(open.purchases);
    expect(open.begin(id)).toBeNull();
    expect(item(open, id)).toMatchObject({ leftAt: null, attempts: 0, reference: null });
    open.put(open.purchases);
    expect(open.begin(id)).toMatchObject({ leftAt: open.clock.wallMs(), attempts: 1, state: { kind: 'uploading' } });
    open.journal.restart();
    open.take(open.purchases);
    expect(open.begin(id)).toMatchObject({ attempts: 2, state: { kind: 'uploading' } });
  });
});
