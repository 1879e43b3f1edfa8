import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type DocumentId, documentIdSchema } from '#shared/contract/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import {
  aCompany,
  aFile,
  aFolder,
  anEvent,
  anOpenJournal,
  begun,
  ended,
  INTEGRATION,
  item,
  opened,
  page,
  referenceTo,
} from '../an-open-journal.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { maySendAgain } from '#shared/domain/item/aside.ts';
import type { ItemResult } from '#shared/domain/results/weigh-results.ts';
import { DAY_MS, MINUTE_MS, plus } from '#shared/lib/duration.ts';

const DOCUMENT = documentIdSchema.parse('dddddddd-0000-4000-8000-000000000001');
const AGAIN = documentIdSchema.parse('dddddddd-0000-4000-8000-000000000002');
const REFUSED = {
  documentId: DOCUMENT,
  externalReference: referenceTo('some bytes'),
  documentState: 'Refused',
  rejectionReason: 'illisible',
};
const ACCEPTED = { documentId: DOCUMENT, externalReference: referenceTo('some bytes'), documentState: 'Accepted' };

function setUp() {
  const open = anOpenJournal();
  const company = aCompany(open);
  const folder = aFolder(open, company);
  const told = (...events: Record<string, unknown>[]) =>
    page(
      open,
      events.map((data, at) => anEvent({ seq: Number(data['seq'] ?? at + 1), data })),
    );
  const listed = (): readonly Item[] => open.journal.list.page({ limit: 50 }).items;
  return { ...open, company, folder, told, listed };
}

describe('the result of a document whose file was never seen here', () => {
  it('is a row of its own, by its number, without a type and without a notice', () => {
    const { told, listed, journal, company } = setUp();
    expect(told(ACCEPTED).effects.map(({ chores }) => chores)).toEqual([[]]);
    expect(listed()).toMatchObject([
      {
        companyId: company.id,
        name: DOCUMENT,
        importType: null,
        sha256: null,
        sentElsewhere: true,
        integrationId: INTEGRATION,
        reference: referenceTo('some bytes'),
        state: { kind: 'accepted', documentId: DOCUMENT },
      },
    ]);
    expect(journal.items.counts()).toMatchObject({ accepted: 1 });
    expect(journal.list.page({ limit: 50, search: 'dddddddd' }).items).toHaveLength(1);
    expect(journal.list.page({ limit: 50, importType: 'purchase-invoices' }).items).toHaveLength(0);
  });

  it('asks nobody about a refusal, which can be put on the list of what is to be done', () => {
    const { told, listed, journal } = setUp();
    expect(told(REFUSED).effects.map(({ chores }) => chores)).toEqual([[]]);
    const [refused] = listed();
    expect(refused?.state).toMatchObject({ kind: 'refused', reason: 'illisible', resolved: { by: 'elsewhere' } });
    expect(journal.items.counts()).toMatchObject({ refused: 1, resolved: 1 });
    expect(journal.list.chosen({ kind: 'filter', filter: {} })).toMatchObject({ sendAgain: [], unresolve: [refused?.id] });
    expect(journal.resolved.unresolve(refused === undefined ? [] : [refused.id])).toBe(1);
    expect(journal.items.counts()).toMatchObject({ refused: 1, resolved: 0 });
    // The same refusal in another event does not take it off that list.
    told({ seq: 2, ...REFUSED });
    expect(journal.items.counts()).toMatchObject({ refused: 1, resolved: 0 });
  });

  it('joins the row of its file when that is found, which then says all that was told', () => {
    const { told, listed, journal, folder } = setUp();
    told(REFUSED);
    const [unseen] = listed();
    const enqueued = journal.intake.enqueue(aFile(folder, { name: 'facture.pdf' }));
    expect(enqueued).toEqual({ itemId: unseen?.id, made: false, chores: ['drop-spool', 'tell-refused'] });
    const items = listed();
    expect(items).toMatchObject([{ id: enqueued.itemId, name: 'facture.pdf', importType: 'purchase-invoices', sentElsewhere: true }]);
    expect(items[0]?.state).toMatchObject({ kind: 'refused', documentId: DOCUMENT });
    expect(items[0]?.state).not.toHaveProperty('resolved');
    expect(journal.items.counts()).toMatchObject({ refused: 1, resolved: 0 });
    // What is told later belongs to it, too.
    told({ seq: 2, ...ACCEPTED, documentId: AGAIN, externalReference: referenceTo('some bytes', { resubmission: 1 }) });
    expect(listed()).toMatchObject([{ name: 'facture.pdf', resubmission: 1, state: { kind: 'accepted', documentId: AGAIN } }]);
  });

  it('is one row for all sendings of a content, in whatever order they are told', () => {
    const again = { ...ACCEPTED, documentId: AGAIN, externalReference: referenceTo('some bytes', { resubmission: 1 }) };
    for (const order of [
      [REFUSED, again],
      [again, REFUSED],
    ]) {
      const { told, listed, journal } = setUp();
      told(...order);
      const [newest, ...others] = listed();
      expect(others).toEqual([]);
      expect(newest).toMatchObject({ resubmission: 1, state: { kind: 'accepted', documentId: AGAIN } });
      expect(newest === undefined ? [] : journal.list.detail(newest.id)?.earlier).toMatchObject([
        { documentId: DOCUMENT, kind: 'refused', reason: 'illisible' },
      ]);
    }
  });

  it('joins its file after several sendings, and is then searched and filtered by it', () => {
    const { told, listed, journal, folder } = setUp();
    told(REFUSED, { ...ACCEPTED, documentId: AGAIN, externalReference: referenceTo('some bytes', { resubmission: 1 }) });
    journal.folders.change(folder.id, { notes: { numberPattern: 'scan {number}' } });
    const { itemId } = journal.intake.enqueue(aFile(folder, { name: 'scan 118.pdf' }));
    expect(listed()).toMatchObject([{ id: itemId, resubmission: 1, state: { kind: 'accepted', documentId: AGAIN } }]);
    expect(journal.list.detail(itemId)?.earlier).toMatchObject([{ documentId: DOCUMENT, kind: 'refused' }]);
    expect(journal.list.page({ limit: 50, search: 'scan', importType: 'purchase-invoices' }).items).toMatchObject([{ ownNumber: '118' }]);
    // Found once more, it is that document.
    expect(journal.intake.enqueue(aFile(folder, { name: 'copie.pdf' }))).toMatchObject({ itemId, made: false, chores: [] });
    expect(listed()).toHaveLength(1);
  });

  it('is no row if its reference is not ours, or its state is none that we know', () => {
    const { told, listed, journal } = setUp();
    told(
      { ...ACCEPTED, externalReference: 'SCAN-17' },
      { ...ACCEPTED, externalReference: null },
      { ...ACCEPTED, documentState: 'Archived' },
    );
    expect(listed()).toEqual([]);
    expect(journal.results.figures().unmatched).toBe(3);
  });

  it('is no row for a second document under the reference of a file that is known here', () => {
    const { told, listed, journal, folder } = setUp();
    journal.intake.enqueue(aFile(folder));
    told(ACCEPTED, { ...ACCEPTED, documentId: AGAIN });
    expect(listed()).toMatchObject([{ state: { documentId: DOCUMENT } }]);
  });

  it('is found by the look at all stored events in a journal of an earlier version, which left it out', () => {
    const { told, journal, file, clock } = setUp();
    told(ACCEPTED);
    journal.close();
    const database = new DatabaseSync(file);
    database.exec('UPDATE events SET item_id = NULL; DELETE FROM reference_stems; DELETE FROM items');
    database.close();
    const later = opened(file, clock);
    onTestFinished(() => later.close());
    expect(later.list.page({ limit: 50 }).items).toEqual([]);
    expect(later.secondLook.rematch(0).effects).toHaveLength(1);
    expect(later.list.page({ limit: 50 }).items).toMatchObject([{ name: DOCUMENT, state: { kind: 'accepted' } }]);
    expect(later.secondLook.rematch(0).effects).toEqual([]);
  });
});

const numberOf = (at: number) => `dddddddd-0000-4000-8000-${String(at).padStart(12, '0')}` as DocumentId;

/** Documents that await their answers, about which the relay says something. */
function withUnproven() {
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
    const all = withUnproven();
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
    const all = withUnproven();
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
    const all = withUnproven();
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
    const all = withUnproven();
    const one = all.sent('one');
    all.journal.unproven.offer([all.told(one, 'refused')]);
    expect(all.journal.unproven.takeUnproven([one], 'accepted')).toBe(0);
    expect(all.counts()).toMatchObject({ awaiting: 1, unproven: 1, refused: 0 });
    expect(all.journal.unproven.takeUnproven([one], 'refused')).toBe(1);
  });

  it('stands before the question why no answer came, which comes back with its going', async () => {
    const all = withUnproven();
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
    const all = withUnproven();
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
    const all = withUnproven();
    all.sent('refused');
    all.answer(numberOf(1), 'Refused');
    expect(all.journal.list.chosen({ kind: 'filter', filter: { states: [], asking: true } })).toMatchObject({ sendAgain: [], resolve: [] });
  });
});
