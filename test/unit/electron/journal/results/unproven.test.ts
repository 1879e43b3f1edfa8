import { describe, expect, it } from 'vitest';
import type { DocumentId } from '#shared/contract/ids.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { maySendAgain } from '#shared/domain/item/aside.ts';
import type { ItemResult } from '#shared/domain/results/weigh-results.ts';
import { DAY_MS, MINUTE_MS, plus } from '#shared/lib/duration.ts';
import { aCompany, aFile, aFolder, anEvent, anOpenJournal, begun, ended, item, page } from '../an-open-journal.ts';

const numberOf = (at: number) => `dddddddd-0000-4000-8000-${String(at).padStart(12, '0')}` as DocumentId;

/** Documents that await their answers, about which the relay says something. */
function setUp() {
  const open = anOpenJournal();
  const folder = aFolder(open, aCompany(open));
  let count = 0;
  const sent = (name: string, replaced?: ItemId): ItemId => {
    const file = aFile(folder, { content: name, name });
    const { companyId, importType } = folder;
    const content = { companyId, importType, sha256: file.inspected.sha256 ?? '' };
    if (replaced !== undefined) open.journal.givenFiles.keep(content, { corrects: replaced, note: null, ownNumber: null, by: null });
    const { itemId } = open.journal.intake.enqueue(file);
    begun(open, itemId);
    ended(open, itemId, { kind: 'received', documentId: numberOf((count += 1)) });
    return itemId;
  };
  const told = (itemId: ItemId, kind: ItemResult['kind'], at = open.clock.wallMs()) => {
    const { state } = item(open, itemId);
    if (state.kind !== 'awaiting' || state.documentId === null) throw new Error(`not awaited: ${state.kind}`);
    return { itemId, result: { kind, documentId: state.documentId, at, reason: null } };
  };
  let seq = 0;
  const answer = (documentId: DocumentId, documentState: 'Accepted' | 'Refused'): void => {
    const time = new Date(open.clock.wallMs()).toISOString();
    page(open, [anEvent({ seq: (seq += 1), time, data: { documentId, documentState, rejectionReason: 'illisible' } })]);
  };
  return { ...open, sent, told, answer, counts: () => open.journal.items.counts() };
}

describe('an answer that the relay alone vouches for', () => {
  it('is counted, found beside all else that asks for a person, and gone when nothing stands behind it any more', () => {
    const all = setUp();
    const [one, two] = [all.sent('one'), all.sent('two')];
    expect(all.journal.unproven.offer([all.told(one, 'accepted'), all.told(two, 'refused')])).toBe(2);
    expect(all.counts()).toMatchObject({ awaiting: 2, unproven: 2, noAnswer: 0 });
    const found = all.journal.list.page({ states: ['held'], unproven: true, limit: 9 }).items.map(({ id }) => id);
    expect(found).toEqual([two, one]);
    expect(all.journal.list.page({ states: [], asking: true, limit: 9 }).items).toEqual([]);
    expect(all.journal.list.countOf({})).toMatchObject({ unproven: 2, asking: 0 });
    expect(all.journal.unproven.offer([all.told(one, 'accepted', plus(all.clock.wallMs(), -MINUTE_MS)), all.told(one, 'accepted')])).toBe(
      0,
    );
    expect(all.counts()).toMatchObject({ awaiting: 2, unproven: 1 });
  });

  it('of several about one document is the later one', () => {
    const all = setUp();
    const one = all.sent('one');
    const [earlier, later] = [all.told(one, 'refused', plus(all.clock.wallMs(), -MINUTE_MS)), all.told(one, 'accepted')];
    for (const told of [
      [earlier, later],
      [later, earlier],
    ]) {
      all.journal.unproven.offer(told);
      expect(item(all, one).state).toMatchObject({ unproven: { kind: 'accepted' } });
    }
  });

  it('can be taken where it says Accepted with all that is marked, and is not among what may be sent again', () => {
    const all = setUp();
    const [one, two] = [all.sent('one'), all.sent('two')];
    all.journal.unproven.offer([all.told(one, 'accepted'), all.told(two, 'refused')]);
    for (const filter of [{}, { states: [], unproven: true }, { states: ['awaiting' as const] }]) {
      expect(all.journal.list.chosen({ kind: 'filter', filter })).toMatchObject({ takeAccepted: [one], sendAgain: [] });
    }
    expect(all.journal.unproven.takeUnproven([two], 'refused')).toBe(1);
    expect([maySendAgain(item(all, two)), all.journal.list.chosen({ kind: 'filter', filter: {} }).sendAgain]).toEqual([false, []]);
    expect(all.journal.unproven.wantSendAgain([two, one])).toBe(1);
    expect([maySendAgain(item(all, two)), all.journal.list.chosen({ kind: 'filter', filter: {} }).sendAgain]).toEqual([true, [two]]);
  });

  it('is taken as what the person has read, and left where it says something else by now', () => {
    const all = setUp();
    const one = all.sent('one');
    all.journal.unproven.offer([all.told(one, 'refused')]);
    expect(all.journal.unproven.takeUnproven([one], 'accepted')).toBe(0);
    expect(all.counts()).toMatchObject({ awaiting: 1, unproven: 1, refused: 0 });
    expect(all.journal.unproven.takeUnproven([one], 'refused')).toBe(1);
  });

  it('stands before the question why no answer came, which comes back with its going', async () => {
    const all = setUp();
    const one = all.sent('one');
    all.journal.unproven.offer([all.told(one, 'accepted')]);
    await all.clock.advance(8 * DAY_MS);
    const ask = () =>
      all.journal.noAnswers.askAbout({
        now: all.clock.wallMs(),
        askAfterMs: 7 * DAY_MS,
        silentForMs: null,
        closed: [],
        logsSince: new Map(),
      });
    expect(ask().effects).toEqual([]);
    expect(all.counts()).toMatchObject({ unproven: 1, noAnswer: 0 });
    all.journal.unproven.offer([]);
    expect(ask().effects).toEqual([{ itemId: one, chores: ['tell-no-answer'] }]);
    expect(all.counts()).toMatchObject({ unproven: 0, noAnswer: 1 });
  });

  it('deals with no refusal that it would correct, until the service confirms it', () => {
    const all = setUp();
    const old = all.sent('old');
    all.answer(numberOf(1), 'Refused');
    const corrected = all.sent('corrected', old);
    all.journal.unproven.offer([all.told(corrected, 'accepted')]);
    all.journal.unproven.takeUnproven([corrected], 'accepted');
    expect(all.counts()).toMatchObject({ accepted: 1, refused: 1, resolved: 0 });
    all.answer(numberOf(2), 'Accepted');
    expect(item(all, corrected).state).toMatchObject({ replacedUnproven: 'confirmed' });
    expect(all.counts()).toMatchObject({ accepted: 1, refused: 1, resolved: 1 });
  });
});

describe('all that is marked in a list of unanswered documents', () => {
  it('is nothing that could be sent again, whatever was refused elsewhere', () => {
    const all = setUp();
    all.sent('refused');
    all.answer(numberOf(1), 'Refused');
    expect(all.journal.list.chosen({ kind: 'filter', filter: { states: [], asking: true } })).toMatchObject({ sendAgain: [], resolve: [] });
  });
});
