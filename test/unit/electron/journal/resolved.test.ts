import { describe, expect, it } from 'vitest';
import type { DocumentId } from '#shared/contract/ids.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { isResolved } from '#shared/domain/item/aside.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { aCompany, aFile, aFolder, anEvent, anOpenJournal, ended, begun, item, opened, page } from './an-open-journal.ts';

const numberOf = (at: number) => `dddddddd-0000-4000-8000-${String(at).padStart(12, '0')}` as DocumentId;

/** Documents that the test answers one after the other, a minute apart. */
function setUp() {
  const open = anOpenJournal();
  const company = aCompany(open);
  const folder = aFolder(open, company);
  let seq = 0;
  const put = (content: string, name: string): ItemId => open.journal.intake.enqueue(aFile(folder, { content, name })).itemId;
  const send = (itemId: ItemId): DocumentId => {
    begun(open, itemId);
    const documentId = numberOf((seq += 1));
    ended(open, itemId, { kind: 'received', documentId });
    return documentId;
  };
  const answer = async (documentId: DocumentId, documentState: 'Accepted' | 'Refused', rejectionReason = 'illisible') => {
    await open.clock.advance(MINUTE_MS);
    const time = new Date(open.clock.wallMs()).toISOString();
    page(open, [anEvent({ seq: (seq += 1), time, data: { documentId, documentState, rejectionReason } })]);
    await open.clock.advance(MINUTE_MS);
  };
  /** Found, sent and answered. */
  const whole = async (name: string, content: string, documentState: 'Accepted' | 'Refused') => {
    const itemId = put(content, name);
    // What lies where an accepted one lay is asked about.
    open.journal.list.allow([itemId]);
    await answer(send(itemId), documentState);
    return itemId;
  };
  /** What the user uploaded from the window in place of a document, under a name of its own. */
  const correct = (itemId: ItemId, content: string): ItemId => {
    const file = aFile(folder, { content, name: `${content}.pdf` });
    const { companyId, importType } = folder;
    open.journal.givenFiles.keep(
      { companyId, importType, sha256: file.inspected.sha256 ?? '' },
      { corrects: itemId, note: null, ownNumber: null, by: null },
    );
    return open.journal.intake.enqueue(file).itemId;
  };
  const isDone = (itemId: ItemId) => isResolved(item(open, itemId));
  const asks = () => open.journal.list.page({ states: ['refused'], resolved: false, limit: 9 }).items.map(({ id }) => id);
  return { ...open, company, put, send, answer, whole, correct, isDone, asks, counts: () => open.journal.items.counts() };
}

describe('a refusal that the person dealt with', () => {
  it('is counted as such, out of what is to be looked at, and still among the refused', async () => {
    const all = setUp();
    const [one, two] = [await all.whole('a.pdf', 'a', 'Refused'), await all.whole('b.pdf', 'b', 'Refused')];
    expect(all.counts()).toMatchObject({ refused: 2, resolved: 0 });
    expect(all.journal.resolved.resolve([one, one])).toBe(1);
    expect(all.counts()).toMatchObject({ refused: 2, resolved: 1 });
    expect(all.asks()).toEqual([two]);
    expect(all.journal.list.page({ states: ['refused'], limit: 9 }).items.map(({ id }) => id)).toEqual([two, one]);
    expect(all.journal.list.page({ resolved: true, limit: 9 }).items.map(({ id }) => id)).toEqual([one]);
    expect(all.journal.list.countOf({})).toMatchObject({ kinds: { refused: 2 }, resolved: 1 });
  });

  it('is asked about again when the person thinks better of it', async () => {
    const all = setUp();
    const one = await all.whole('a.pdf', 'a', 'Refused');
    expect(all.journal.resolved.unresolve([one])).toBe(0);
    all.journal.resolved.resolve([one]);
    expect(all.journal.resolved.unresolve([one])).toBe(1);
    expect([all.counts().resolved, all.asks()]).toEqual([0, [one]]);
  });

  it('is one for no other state', async () => {
    const all = setUp();
    const accepted = await all.whole('a.pdf', 'a', 'Accepted');
    expect(all.journal.resolved.resolve([accepted, all.put('b', 'b.pdf')])).toBe(0);
    expect(all.counts().resolved).toBe(0);
  });

  it('is known after a restart, and of a removed company counts for nothing', async () => {
    const all = setUp();
    all.journal.resolved.resolve([await all.whole('a.pdf', 'a', 'Refused')]);
    all.journal.close();
    const journal = opened(all.file, all.clock);
    expect(journal.items.counts()).toMatchObject({ refused: 1, resolved: 1 });
    journal.companies.remove(all.company.id, all.clock.wallMs(), { forget: false });
    expect(journal.items.counts()).toMatchObject({ refused: 0, resolved: 0 });
    journal.close();
  });

  it('is asked about again when another reason comes', async () => {
    const all = setUp();
    const itemId = all.put('a', 'a.pdf');
    const documentId = all.send(itemId);
    await all.answer(documentId, 'Refused');
    all.journal.resolved.resolve([itemId]);
    await all.answer(documentId, 'Refused');
    expect(all.counts().resolved).toBe(1);
    await all.answer(documentId, 'Refused', 'TVA absente');
    expect([all.counts().resolved, all.asks()]).toEqual([0, [itemId]]);
  });
});

describe('a refused document whose correction', () => {
  it('is accepted is dealt with, and not before', async () => {
    const all = setUp();
    const old = await all.whole('a.pdf', 'a', 'Refused');
    const corrected = all.correct(old, 'right');
    const documentId = all.send(corrected);
    expect(all.isDone(old)).toBe(false);
    await all.answer(documentId, 'Accepted');
    expect(item(all, old).state).toMatchObject({ kind: 'refused', reason: 'illisible', resolved: { by: 'correction' } });
    expect(all.counts()).toMatchObject({ refused: 1, resolved: 1, accepted: 1 });
  });

  it('is refused too stays open with it, and both are dealt with when the next one is accepted', async () => {
    const all = setUp();
    const first = await all.whole('a.pdf', 'a', 'Refused');
    const second = all.correct(first, 'better');
    await all.answer(all.send(second), 'Refused');
    expect(all.asks()).toEqual([second, first]);
    await all.answer(all.send(all.correct(second, 'right')), 'Accepted');
    expect([all.isDone(first), all.isDone(second)]).toEqual([true, true]);
  });

  it('was accepted is asked about again by the person, and the same answer changes nothing', async () => {
    const all = setUp();
    const old = await all.whole('a.pdf', 'a', 'Refused');
    const documentId = all.send(all.correct(old, 'right'));
    await all.answer(documentId, 'Accepted');
    all.journal.resolved.unresolve([old]);
    await all.answer(documentId, 'Accepted');
    expect(all.isDone(old)).toBe(false);
  });
});

describe('a refused file that was changed where it lies', () => {
  it('is dealt with when what it became was accepted', async () => {
    const all = setUp();
    const old = await all.whole('a.pdf', 'a', 'Refused');
    await all.whole('a.pdf', 'a, corrected', 'Accepted');
    expect(all.isDone(old)).toBe(true);
  });

  it('is not where it was changed before the refusal was known: that was no answer to it', async () => {
    const all = setUp();
    const old = all.put('a', 'a.pdf');
    const documentId = all.send(old);
    const changed = all.put('a, corrected', 'a.pdf');
    await all.answer(documentId, 'Refused');
    await all.answer(all.send(changed), 'Accepted');
    expect(all.isDone(old)).toBe(false);
  });

  it('is not where a scanner uses its names again, for it is another scan that was accepted', async () => {
    const all = setUp();
    const accepted = await all.whole('SCN_0001.pdf', 'monday 1', 'Accepted');
    const old = await all.whole('SCN_0002.pdf', 'monday 2', 'Refused');
    const next = await all.whole('SCN_0001.pdf', 'tuesday 1', 'Accepted');
    expect(item(all, next).replaces).toBe(accepted);
    expect(item(all, await all.whole('SCN_0002.pdf', 'tuesday 2', 'Accepted')).replaces).toBe(old);
    expect(all.isDone(old)).toBe(false);
  });

  it('is there too, where the person handed over what corrects it', async () => {
    const all = setUp();
    await all.whole('SCN_0001.pdf', 'monday 1', 'Accepted');
    await all.whole('SCN_0001.pdf', 'tuesday 1', 'Accepted');
    const old = await all.whole('SCN_0002.pdf', 'monday 2', 'Refused');
    await all.answer(all.send(all.correct(old, 'right')), 'Accepted');
    expect(all.isDone(old)).toBe(true);
  });

  it('leaves alone what was refused before an accepted one lay there', async () => {
    const all = setUp();
    const first = await all.whole('a.pdf', 'one', 'Refused');
    await all.whole('a.pdf', 'two', 'Accepted');
    all.journal.resolved.unresolve([first]);
    await all.whole('a.pdf', 'three', 'Accepted');
    expect(all.isDone(first)).toBe(false);
  });
});
