import { describe, expect, it } from 'vitest';
import type { DocumentId } from '#shared/contract/ids.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { TypeAnswer } from '#shared/domain/type-decision.ts';
import { aCompany, aFile, aFolder, anOpenJournal, begun, ended, item } from './an-open-journal.ts';

const DOCUMENT = '7b1f2c1e-5a52-4a0e-9f0a-3a0f5b8d2c11' as DocumentId;

/** The same bytes in both folders: the purchase came first, in the state that `before` brings it to, and the sale is asked about. */
function setUp(before: (open: ReturnType<typeof anOpenJournal>, first: ItemId) => void = () => undefined, bulkArrival = false) {
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

type Before = Parameters<typeof setUp>[0];
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
    const open = setUp(before);
    expect(open.decide('this')).toMatchObject({ became: 'decided', sent: [open.second], standing, otherId: open.first });
    expect(open.kinds()).toEqual([becomes, 'waiting']);
  });

  it('puts aside a purchase that waits for another answer, with that question', () => {
    const open = setUp(undefined, true);
    expect(open.decide('this')).toMatchObject({ standing: 'asking', aside: [open.first] });
    expect(item(open, open.first).state).toEqual({ kind: 'aside', why: 'person', question: { kind: 'flood' } });
  });

  it('never has the purchase sent after all: delivery finds it gone from what waits', () => {
    const open = setUp();
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
    const open = setUp(before);
    expect(open.decide('other')).toMatchObject({ became: 'decided', sent: [], aside: [open.second] });
    expect(open.kinds()).toEqual([stays, 'aside']);
  });

  it('sends a purchase that was ignored', () => {
    const open = setUp((all, first) => expect(all.journal.list.putAside([first])).toBe(1), true);
    expect(open.decide('other')).toMatchObject({ standing: 'ignored', sent: [open.first], aside: [open.second] });
    expect(open.kinds()).toEqual(['waiting', 'aside']);
  });
});

describe('an answer', () => {
  it('“both” sends the sale beside the purchase', () => {
    const open = setUp();
    expect(open.decide('both')).toMatchObject({ sent: [open.second], aside: [] });
    expect(open.kinds()).toEqual(['waiting', 'waiting']);
  });

  it('changes nothing when it is given twice, or about a document that nobody asks about', () => {
    const open = setUp();
    open.decide('this');
    const [first, second] = [item(open, open.first), item(open, open.second)];
    for (const as of ['this', 'other', 'both'] as const) expect(open.decide(as)).toEqual({ became: 'not-asked' });
    expect(open.journal.typeDecisions.decide(open.first, 'other')).toEqual({ became: 'not-asked' });
    expect([item(open, open.first), item(open, open.second)]).toEqual([first, second]);
  });

  it('is one step', () => {
    const open = setUp();
    let rings = 0;
    open.journal.onChange(() => {
      rings += 1;
    });
    open.decide('this');
    expect(rings).toBe(1);
  });
});
