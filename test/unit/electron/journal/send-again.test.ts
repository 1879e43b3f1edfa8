import { describe, expect, it } from 'vitest';
import type { DocumentId } from '#shared/contract/ids.ts';
import type { ItemId } from '#shared/domain/ids.ts';
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
  type OpenJournal,
  opened,
  page,
  referenceTo,
} from './an-open-journal.ts';

const FIRST = 'dddddddd-0000-4000-8000-000000000001' as DocumentId;
const SECOND = 'dddddddd-0000-4000-8000-000000000002' as DocumentId;
const THIRD = 'dddddddd-0000-4000-8000-000000000003' as DocumentId;

const numbered = (resubmission: number) => referenceTo('some bytes', { resubmission });
const refusal = (documentId: DocumentId, more: object = {}) => ({
  documentId,
  documentState: 'Refused',
  rejectionReason: 'Facture illisible',
  ...more,
});

/** An item that was sent and refused. */
function refused() {
  const open = anOpenJournal();
  const company = aCompany(open);
  const folder = aFolder(open, company);
  const { itemId } = open.journal.intake.enqueue(aFile(folder));
  begun(open, itemId);
  ended(open, itemId, { kind: 'received', documentId: FIRST });
  page(open, [anEvent({ seq: 1, data: refusal(FIRST, { externalReference: numbered(0) }) })]);
  return { ...open, company, itemId };
}

function again(open: OpenJournal & { readonly itemId: ItemId }) {
  return open.journal.delivery.sendAgain(item(open, open.itemId), open.clock.wallMs());
}

function sent(open: OpenJournal & { readonly itemId: ItemId }, resubmission: number, documentId: DocumentId | null) {
  const at = open.clock.wallMs();
  const begin = { integrationId: INTEGRATION, at, fields: {} };
  expect(open.journal.delivery.begin(open.itemId, begin)).toMatchObject({ attempts: 1, resubmission });
  if (documentId === null) return;
  ended(open, open.itemId, { kind: 'received', documentId });
}

describe('an item that is sent again', () => {
  it('has its next number on the disk before anything leaves, and keeps what became of it before', () => {
    const all = refused();
    expect(again(all)).toMatchObject({ resubmission: 1, state: { kind: 'waiting' }, reference: null, receivedAt: null });
    all.journal.close();
    const journal = opened(all.file, all.clock);
    expect(item({ journal }, all.itemId)).toMatchObject({ resubmission: 1, state: { kind: 'waiting' } });
    expect(journal.list.detail(all.itemId)?.earlier).toEqual([
      {
        resubmission: 0,
        integrationId: INTEGRATION,
        reference: numbered(0),
        sentElsewhere: false,
        receivedAt: expect.any(Number),
        kind: 'refused',
        documentId: FIRST,
        at: Date.UTC(2026, 0, 5, 9),
        reason: 'Facture illisible',
        contradicted: false,
      },
    ]);
    journal.close();
  });

  it('goes up by one, however many ask at once', () => {
    const all = refused();
    const seen = item(all, all.itemId);
    expect(all.journal.delivery.sendAgain(seen, all.clock.wallMs())).not.toBeNull();
    expect(all.journal.delivery.sendAgain(seen, all.clock.wallMs())).toBeNull();
    sent(all, 1, SECOND);
    page(all, [anEvent({ seq: 2, data: refusal(SECOND) })]);
    expect(all.journal.delivery.sendAgain(seen, all.clock.wallMs())).toBeNull();
    expect(item(all, all.itemId)).toMatchObject({ resubmission: 1, state: { kind: 'refused', documentId: SECOND } });
  });

  it('is not touched by a repeated or a late event of the old document, in whatever state it is by then', () => {
    const all = refused();
    const late = (seq: number) => [
      anEvent({ seq, data: refusal(FIRST, { externalReference: numbered(0) }) }),
      anEvent({ seq: seq + 1, time: '2026-01-06T09:00:00Z', data: { documentId: FIRST, documentState: 'Accepted' } }),
    ];
    again(all);
    page(all, late(2));
    expect(item(all, all.itemId).state).toMatchObject({ kind: 'waiting' });
    sent(all, 1, null);
    page(all, late(4));
    expect(item(all, all.itemId).state.kind).toBe('uploading');
    ended(all, all.itemId, { kind: 'received', documentId: SECOND });
    page(all, late(6));
    expect(item(all, all.itemId).state).toMatchObject({ kind: 'awaiting', documentId: SECOND });
    // It is not lost either: the history of the old document shows the contradiction.
    expect(all.journal.list.detail(all.itemId)?.earlier).toMatchObject([{ documentId: FIRST, kind: 'accepted', contradicted: true }]);
  });

  it('is not touched by an event of the old reference that names another document', () => {
    const all = refused();
    again(all);
    page(all, [anEvent({ seq: 2, data: refusal(THIRD, { externalReference: numbered(0) }) })]);
    expect(item(all, all.itemId).state.kind).toBe('waiting');
    sent(all, 1, SECOND);
    expect(item(all, all.itemId).state).toMatchObject({ kind: 'awaiting', documentId: SECOND });
  });

  it('gets the result of its new reference, also before the answer', () => {
    const all = refused();
    again(all);
    sent(all, 1, null);
    page(all, [anEvent({ seq: 2, data: { documentId: SECOND, documentState: 'Accepted', externalReference: numbered(1) } })]);
    expect(item(all, all.itemId).state).toMatchObject({ kind: 'accepted', documentId: SECOND });
  });

  it('after the ninety-ninth time stays as it is', () => {
    const all = refused();
    for (let number = 1; number <= 99; number += 1) {
      expect(again(all)).toMatchObject({ resubmission: number });
      const documentId = `eeeeeeee-0000-4000-8000-${String(number).padStart(12, '0')}` as DocumentId;
      sent(all, number, documentId);
      page(all, [anEvent({ seq: number + 1, data: refusal(documentId) })]);
    }
    expect(again(all)).toBeNull();
    expect(all.journal.list.detail(all.itemId)?.earlier).toHaveLength(99);
  });
});

describe('what another computer sent again', () => {
  it('moves a refused item on, with its history', () => {
    const all = refused();
    page(all, [anEvent({ seq: 2, data: { documentId: SECOND, documentState: 'Accepted', externalReference: numbered(1) } })]);
    expect(item(all, all.itemId)).toMatchObject({
      resubmission: 1,
      reference: numbered(1),
      integrationId: INTEGRATION,
      sentElsewhere: true,
      state: { kind: 'accepted', documentId: SECOND },
    });
    expect(all.journal.list.detail(all.itemId)?.earlier).toMatchObject([{ resubmission: 0, documentId: FIRST }]);
  });

  it('has the last word as soon as it is told of, in whatever order the numbers come', () => {
    const open = anOpenJournal();
    const { itemId } = open.journal.intake.enqueue(aFile(aFolder(open, aCompany(open))));
    begun(open, itemId);
    page(open, [
      anEvent({ seq: 1, data: { documentId: THIRD, documentState: 'Accepted', externalReference: numbered(2) } }),
      anEvent({ seq: 2, data: refusal(SECOND, { externalReference: numbered(1) }) }),
    ]);
    // A new installation: the service already knows the bytes, and the first refusal came long ago.
    expect(item(open, itemId)).toMatchObject({ resubmission: 2, state: { kind: 'accepted', documentId: THIRD } });
    open.journal.delivery.end(itemId, {
      reference: numbered(0),
      outcome: { kind: 'already-received', documentId: FIRST },
      answer: null,
      chance: 0,
      at: open.clock.wallMs(),
    });
    expect(open.journal.list.detail(itemId)?.earlier).toMatchObject([{ documentId: FIRST, kind: 'awaiting' }, { documentId: SECOND }]);
    page(open, [anEvent({ seq: 3, data: refusal(FIRST, { externalReference: numbered(0) }) })]);
    expect(item(open, itemId)).toMatchObject({ resubmission: 2, state: { kind: 'accepted', documentId: THIRD } });
    expect(open.journal.list.detail(itemId)?.earlier.map(({ kind }) => kind)).toEqual(['refused', 'refused']);
    expect(open.journal.list.detail(itemId)?.earlier.map(({ documentId }) => documentId)).toEqual([FIRST, SECOND]);
  });

  it('is met at the same number when this one asks, too: a 409 is adopted', () => {
    const all = refused();
    again(all);
    expect(all.journal.delivery.begin(all.itemId, { integrationId: INTEGRATION, at: all.clock.wallMs(), fields: {} })).not.toBeNull();
    page(all, [anEvent({ seq: 2, data: refusal(SECOND, { externalReference: 'iy1nobodys01' }) })]);
    const outcome = { kind: 'already-received', documentId: SECOND } as const;
    ended(all, all.itemId, outcome);
    expect(item(all, all.itemId)).toMatchObject({ sentElsewhere: true, resubmission: 1, state: { kind: 'refused', documentId: SECOND } });
  });

  it('moves an item on that still waits for its answer, which stays in its story', () => {
    const open = anOpenJournal();
    const { itemId } = open.journal.intake.enqueue(aFile(aFolder(open, aCompany(open))));
    begun(open, itemId);
    ended(open, itemId, { kind: 'received', documentId: FIRST });
    page(open, [anEvent({ seq: 1, data: { documentId: SECOND, documentState: 'Accepted', externalReference: numbered(1) } })]);
    expect(item(open, itemId)).toMatchObject({ resubmission: 1, state: { kind: 'accepted', documentId: SECOND } });
    const earlier = () => open.journal.list.detail(itemId)?.earlier;
    expect(earlier()).toMatchObject([{ resubmission: 0, kind: 'awaiting', documentId: FIRST, reference: numbered(0) }]);
    page(open, [anEvent({ seq: 2, data: refusal(FIRST, { externalReference: numbered(0) }) })]);
    expect(earlier()).toMatchObject([{ resubmission: 0, kind: 'refused', documentId: FIRST, reason: 'Facture illisible' }]);
    expect(item(open, itemId).state.kind).toBe('accepted');
  });
});
