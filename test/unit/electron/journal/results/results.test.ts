import { describe, expect, it } from 'vitest';
import type { DocumentId } from '#shared/contract/ids.ts';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import { wallMs } from '#shared/lib/duration.ts';
import {
  aCompany,
  aFile,
  aFolder,
  anEvent,
  anOpenJournal,
  ended,
  begun,
  INTEGRATION,
  item,
  OTHER_INTEGRATION,
  opened,
  page,
} from '../an-open-journal.ts';

const DOCUMENT = 'dddddddd-0000-4000-8000-000000000001' as DocumentId;
const OTHER_DOCUMENT = 'dddddddd-0000-4000-8000-000000000002' as DocumentId;
const received: Outcome = { kind: 'received', documentId: DOCUMENT };
const accepted = { documentId: DOCUMENT, documentState: 'Accepted' };
const refused = { documentId: DOCUMENT, documentState: 'Refused', rejectionReason: 'Facture illisible' };

function setUp(outcome: Outcome | null = received) {
  const open = anOpenJournal();
  const company = aCompany(open);
  const folder = aFolder(open, company);
  const { itemId } = open.journal.intake.enqueue(aFile(folder));
  const reference = begun(open, itemId);
  const end = (now: Outcome) => ended(open, itemId, now);
  if (outcome !== null) end(outcome);
  return { ...open, company, folder, itemId, reference, end };
}

describe('a result', () => {
  it('ends the item with its document, and is told of when it is a refusal', () => {
    const all = setUp();
    expect(page(all, [anEvent({ seq: 1, data: refused })]).effects).toEqual([
      { itemId: all.itemId, chores: ['drop-spool', 'tell-refused'] },
    ]);
    expect(item(all, all.itemId).state).toEqual({
      kind: 'refused',
      documentId: DOCUMENT,
      at: Date.UTC(2026, 0, 5, 9),
      reason: 'Facture illisible',
      contradicted: false,
    });
  });

  it('is looked for by its document once that has waited for minutes, and at once if the clock was ahead when it was received', () => {
    const all = setUp();
    const { state } = item(all, all.itemId);
    const since = state.kind === 'awaiting' ? state.since : null;
    if (since === null) throw new Error('it was not received');
    const found = (before: number, now: number) =>
      all.journal.secondLook.unanswered(INTEGRATION, { before: wallMs(before), now: wallMs(now), after: 0 }).documentIds;
    expect(found(since - 1, since + 1)).toEqual([]);
    expect(found(since, since + 1)).toEqual([DOCUMENT]);
    expect(found(since - 2, since - 1)).toEqual([DOCUMENT]);
  });

  it('with a time that is none counts from when the relay received it', () => {
    const all = setUp();
    const event = anEvent({ seq: 1, data: accepted, time: 'hier matin' });
    page(all, [event]);
    expect(item(all, all.itemId).state).toMatchObject({ kind: 'accepted', at: event.receivedAt });
  });

  it.each([
    ['2026-01-05T08:30:00Z', Date.UTC(2026, 0, 5, 8, 30)],
    ['2026-01-05T10:30:00+02:00', Date.UTC(2026, 0, 5, 8, 30)],
    ['2026-01-05 08:30:00', Date.UTC(2026, 0, 5, 8, 30)],
    ['1970-01-01T00:00:00Z', 0],
    ['2062-01-01T00:00:00Z', Date.UTC(2062, 0, 1)],
    ['2026-01-05', undefined],
    ['hier à midi', undefined],
    ['', undefined],
    [null, undefined],
  ])('keeps the date of a refusal (%s) beside the time of its event, also when it is sent again', (rejectedDatetime, rejectedAt) => {
    const all = setUp();
    page(all, [anEvent({ seq: 1, data: { ...refused, rejectedDatetime } })]);
    const { state } = item(all, all.itemId);
    expect([state.kind, state.kind === 'refused' && state.at]).toEqual(['refused', Date.UTC(2026, 0, 5, 9)]);
    expect(state.kind === 'refused' ? state.rejectedAt : null).toBe(rejectedAt);
    all.journal.delivery.sendAgain(item(all, all.itemId), all.clock.wallMs());
    expect(all.journal.list.detail(all.itemId)?.earlier[0]?.rejectedAt).toBe(rejectedAt);
  });

  it('that was accepted has no other date than its event', () => {
    const all = setUp();
    page(all, [anEvent({ seq: 1, data: { ...accepted, rejectedDatetime: '2026-01-05T08:30:00Z' } })]);
    expect(item(all, all.itemId).state).not.toHaveProperty('rejectedAt');
  });

  it('that comes before the answer waits for it, by document', () => {
    const all = setUp(null);
    expect(page(all, [anEvent({ seq: 1, data: accepted })]).effects).toEqual([]);
    expect(item(all, all.itemId).state.kind).toBe('uploading');
    expect(all.end(received).item.state.kind).toBe('accepted');
    expect(item(all, all.itemId).state.kind).toBe('accepted');
  });

  it('that comes while the answer is lost is matched by the reference, also of an earlier integration', () => {
    const all = setUp({ kind: 'failed', failure: { kind: 'timed-out' }, retryAfterMs: null });
    all.journal.companies.reconnect(all.company.id, OTHER_INTEGRATION, all.clock.wallMs());
    all.journal.delivery.begin(all.itemId, { integrationId: OTHER_INTEGRATION, at: all.clock.wallMs(), fields: {} });
    page(all, [anEvent({ seq: 1, data: { ...accepted, externalReference: all.reference } })]);
    expect(item(all, all.itemId).state).toMatchObject({ kind: 'accepted', documentId: DOCUMENT });
  });

  it('of a document adopted after a 409 is found in what was stored', () => {
    const all = setUp(null);
    page(all, [anEvent({ seq: 1, data: accepted })]);
    const adopted = all.end({ kind: 'already-received', documentId: DOCUMENT });
    expect(adopted.item).toMatchObject({ sentElsewhere: true, state: { kind: 'accepted' } });
    expect(adopted.chores).toContain('drop-spool');
  });

  it('finds its item by the reference after a 409 that named no document', () => {
    const all = setUp({ kind: 'already-received', documentId: null });
    page(all, [anEvent({ seq: 1, data: { ...refused, externalReference: all.reference } })]);
    expect(item(all, all.itemId).state).toMatchObject({ kind: 'refused', documentId: DOCUMENT });
  });

  it('of a document that nobody knows is kept and changes nothing', () => {
    const all = setUp();
    page(all, [anEvent({ seq: 1, data: { documentId: OTHER_DOCUMENT, documentState: 'Refused' } })]);
    expect(item(all, all.itemId).state.kind).toBe('awaiting');
    expect(all.journal.results.links()[0]?.cursor).toMatchObject({ epoch: 'e1', seq: 1 });
  });

  it('of another document under the same reference is not the result of this one', () => {
    const all = setUp();
    page(all, [anEvent({ seq: 1, data: { documentId: OTHER_DOCUMENT, documentState: 'Refused', externalReference: all.reference } })]);
    expect(item(all, all.itemId).state.kind).toBe('awaiting');
  });

  it('is taken once, however often and under whatever number it comes', () => {
    const all = setUp();
    page(all, [anEvent({ seq: 1, data: refused })]);
    const twin = anEvent({ id: anEvent({ seq: 1, data: {} }).eventId, seq: 2, data: refused });
    expect(page(all, [twin]).effects).toEqual([]);
    all.journal.results.restartFrom(INTEGRATION, 'e2');
    expect(page(all, [anEvent({ seq: 1, data: refused })], 'e2').effects).toEqual([]);
    expect(all.journal.results.links()[0]?.cursor).toMatchObject({ epoch: 'e2', seq: 1 });
  });

  it('that contradicts another shows the later one, and says so, in whatever order they come', () => {
    for (const times of [
      ['09:00', '10:00'],
      ['10:00', '09:00'],
    ] as const) {
      const all = setUp();
      page(all, [
        anEvent({ seq: 1, time: `2026-01-05T${times[0]}:00Z`, data: times[0] === '09:00' ? accepted : refused }),
        anEvent({ seq: 2, time: `2026-01-05T${times[1]}:00+00:00`, data: times[1] === '09:00' ? accepted : refused }),
      ]);
      expect(item(all, all.itemId).state).toMatchObject({ kind: 'refused', contradicted: true });
    }
  });

  it('without a signature that holds has no effect, and does not spend the id of the true one', () => {
    const all = setUp();
    page(all, [anEvent({ seq: 1, data: refused, verified: false })]);
    expect(item(all, all.itemId).state.kind).toBe('awaiting');
    page(all, [anEvent({ id: anEvent({ seq: 1, data: {} }).eventId, seq: 2, data: accepted })]);
    expect(item(all, all.itemId).state.kind).toBe('accepted');
  });

  it('of a state that this version does not know changes nothing', () => {
    const all = setUp();
    page(all, [anEvent({ seq: 1, data: { documentId: DOCUMENT, documentState: 'Parked' } })]);
    expect(item(all, all.itemId).state.kind).toBe('awaiting');
  });

  it('survives the end of the program together with the cursor', () => {
    const all = setUp();
    page(all, [anEvent({ seq: 1, data: refused })]);
    all.journal.close();
    const journal = opened(all.file, all.clock);
    expect(item({ journal }, all.itemId).state.kind).toBe('refused');
    expect(journal.results.links()).toMatchObject([
      { integrationId: INTEGRATION, companyId: all.company.id, cursor: { epoch: 'e1', seq: 1 } },
    ]);
    expect(journal.items.counts()).toMatchObject({ refused: 1, awaiting: 0 });
    journal.close();
  });

  it('at the cursor is noted with when the relay received it, and kept over a start', () => {
    const all = setUp();
    const first = anEvent({ seq: 1, data: refused });
    page(all, [first, { ...anEvent({ seq: 2, data: {} }), receivedAt: wallMs(7) }]);
    const noted = { epoch: 'e1', seq: 2, eventId: anEvent({ seq: 2, data: {} }).eventId, receivedAt: 7 };
    expect(all.journal.results.links()[0]?.cursor).toEqual(noted);
    all.journal.close();
    const journal = opened(all.file, all.clock);
    expect(journal.results.links()[0]?.cursor).toEqual(noted);
    journal.results.restartFrom(INTEGRATION, 'e1');
    expect(journal.results.links()[0]?.cursor).toEqual({ epoch: 'e1', seq: 0, eventId: null, receivedAt: null });
    // An event that is known by its id is not stored again; the cursor takes the time that the relay reports now.
    page({ ...all, journal }, [{ ...first, receivedAt: wallMs(9) }]);
    expect(journal.results.links()[0]?.cursor).toMatchObject({ seq: 1, eventId: first.eventId, receivedAt: 9 });
    journal.close();
  });
});

describe('a page', () => {
  it('counts the numbers that were left out, but not before the first', () => {
    const all = setUp();
    expect(page(all, [anEvent({ seq: 5, data: accepted })]).missing).toBe(0);
    const events = [8, 9, 12].map((seq) => anEvent({ seq, data: { documentId: OTHER_DOCUMENT, documentState: 'Accepted' } }));
    expect(page(all, events).missing).toBe(4);
  });

  it('counts none before the first of a log that began anew, of which the oldest are kept no more', () => {
    const all = setUp();
    page(all, [anEvent({ seq: 1, data: accepted })]);
    all.journal.results.restartFrom(INTEGRATION, 'e2');
    const events = [500, 502].map((seq) => anEvent({ seq, data: { documentId: OTHER_DOCUMENT, documentState: 'Accepted' } }));
    expect(page(all, events, 'e2').missing).toBe(1);
  });

  it('counts those before the first of a log that was empty when it was read', () => {
    const all = setUp();
    page(all, []);
    expect(page(all, [anEvent({ seq: 3, data: accepted })]).missing).toBe(2);
  });

  it('hands on a revocation of the current integration, once, with its time', () => {
    const all = setUp();
    const revocation = anEvent({ seq: 1, type: 'Revocation', data: {} });
    expect(page(all, [revocation]).revocations).toEqual([
      { companyId: all.company.id, integrationId: INTEGRATION, at: Date.UTC(2026, 0, 5, 9) },
    ]);
    expect(page(all, [revocation]).revocations).toEqual([]);
    all.journal.companies.reconnect(all.company.id, OTHER_INTEGRATION, all.clock.wallMs());
    expect(page(all, [anEvent({ seq: 2, type: 'Revocation', data: {} })]).revocations).toEqual([]);
  });

  it('is all or nothing', () => {
    const all = setUp();
    const broken = { ...anEvent({ seq: 2, data: accepted }), jwt: null as unknown as string };
    expect(() => page(all, [anEvent({ seq: 1, data: refused }), broken])).toThrow('NULL');
    expect(item(all, all.itemId).state.kind).toBe('awaiting');
    expect(all.journal.items.counts()).toMatchObject({ awaiting: 1, refused: 0 });
    expect(all.journal.results.links()[0]?.cursor).toBeNull();
  });
});

describe('a revocation that names no integration, in the log of one', () => {
  it('is handed on as one that has to be confirmed', () => {
    const open = anOpenJournal();
    const company = aCompany(open);
    const committed = page(open, [anEvent({ seq: 1, type: 'Revocation', data: { integrationId: null } })]);
    expect(committed.revocations).toEqual([{ companyId: company.id, integrationId: INTEGRATION, at: 0 }]);
  });
});

describe('a revocation that brings no time', () => {
  it.each(['', 'yesterday'])('(%j) is handed on as one that has to be confirmed', (time) => {
    const open = anOpenJournal();
    const company = aCompany(open);
    const committed = page(open, [anEvent({ seq: 1, type: 'Revocation', data: {}, time })]);
    expect(committed.revocations).toEqual([{ companyId: company.id, integrationId: INTEGRATION, at: 0 }]);
  });
});
