import { describe, expect, it } from 'vitest';
import { documentIdSchema } from '#shared/contract/ids.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { aLife, aService, type Service } from '#test/unit/electron/delivery/a-life.ts';
import type { Outgoing } from '#shared/domain/item/sending/sent-name.ts';
import { memoryFiles } from '#test/unit/electron/delivery/memory-files.ts';
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
  OTHER_INTEGRATION,
  page,
  referenceTo,
} from './an-open-journal.ts';

const DOCUMENT = documentIdSchema.parse('dddddddd-0000-4000-8000-000000000001');
const OTHER_DOCUMENT = documentIdSchema.parse('dddddddd-0000-4000-8000-000000000002');
const SENT_AS = referenceTo('some bytes');
const accepted = { documentId: DOCUMENT, externalReference: SENT_AS, documentState: 'Accepted' };
const refused = { ...accepted, documentState: 'Refused', rejectionReason: 'illisible' };

function setUp(about: Parameters<typeof aFile>[1] = {}) {
  const open = anOpenJournal();
  const company = aCompany(open);
  const folder = aFolder(open, company);
  const found = () => open.journal.intake.enqueue(aFile(folder, about));
  return { ...open, company, folder, found };
}

type Open = ReturnType<typeof setUp>;

/** Each state that a document can have here before the service reports what another computer sent. */
const STATES: readonly (readonly [string, (open: Open) => ItemId, object])[] = [
  ['is asked about', (open) => open.found().itemId, { overtook: 'question' }],
  [
    'was put aside by a person',
    (open) => {
      const { itemId } = open.found();
      open.journal.bulkArrivals.answerBulkArrival({ answer: { kind: 'none' } });
      expect(item(open, itemId).state).toMatchObject({ kind: 'aside', why: 'user' });
      return itemId;
    },
    { overtook: 'set-aside' },
  ],
  [
    'waits for a file that is gone',
    (open) => {
      const { itemId } = open.found();
      open.journal.bulkArrivals.answerBulkArrival({ answer: { kind: 'all' } });
      const failure = { kind: 'no-file', code: 'ENOENT', tries: 1 } as const;
      open.journal.delivery.postpone(itemId, { failure, chance: 0, at: open.clock.wallMs() });
      return itemId;
    },
    {},
  ],
  [
    'lies nowhere any more, since another content took its place',
    (open) => {
      const { itemId } = open.found();
      open.journal.intake.enqueue(aFile(open.folder, { content: 'others' }));
      expect(item(open, itemId).state).toMatchObject({ kind: 'aside', why: 'replaced' });
      return itemId;
    },
    {},
  ],
];

describe.each(STATES)('a document that another computer sent, and that here %s', (_, bring, more) => {
  it('has its result, without a question or a state that says something else', () => {
    const open = setUp({ bulkArrival: true });
    const itemId = bring(open);
    const { effects } = page(open, [anEvent({ seq: 1, data: refused })]);
    expect(effects).toEqual([{ itemId, chores: ['drop-spool', 'tell-refused'] }]);
    expect(item(open, itemId)).toMatchObject({
      integrationId: INTEGRATION,
      reference: SENT_AS,
      sentElsewhere: true,
      receivedAt: null,
      attempts: 0,
      state: { kind: 'refused', documentId: DOCUMENT, reason: 'illisible', ...more },
    });
  });
});

describe('a document that another computer sent', () => {
  it('and whose result was read before the file was found has it at once', () => {
    const open = setUp({ bulkArrival: true });
    page(open, [anEvent({ seq: 1, data: accepted })]);
    const { itemId, chores } = open.found();
    expect(chores).toEqual(['drop-spool']);
    expect(item(open, itemId)).toMatchObject({ sentElsewhere: true, state: { kind: 'accepted', documentId: DOCUMENT } });
    expect(open.journal.items.counts()).toMatchObject({ held: 0, accepted: 1 });
  });

  it('under an integration that the company has no more is known by it, also when that is added later', () => {
    const open = setUp();
    const { itemId } = open.found();
    open.journal.companies.reconnect(open.company.id, OTHER_INTEGRATION, open.clock.wallMs());
    page(open, [anEvent({ seq: 1, data: accepted })]);
    expect(item(open, itemId)).toMatchObject({ integrationId: INTEGRATION, state: { kind: 'accepted' } });
    const second = open.journal.intake.enqueue(aFile(open.folder, { name: 'b.pdf', content: 'b' })).itemId;
    const underOther = referenceTo('b', { integrationId: OTHER_INTEGRATION });
    const data = { integrationId: OTHER_INTEGRATION, documentId: OTHER_DOCUMENT, documentState: 'Accepted', externalReference: underOther };
    page(open, [anEvent({ seq: 2, data })]);
    expect(item(open, second)).toMatchObject({ integrationId: OTHER_INTEGRATION, state: { kind: 'accepted' } });
  });

  it('and of which the service says what this version does not know is awaited, and asked about', () => {
    const open = setUp({ bulkArrival: true });
    const { itemId } = open.found();
    page(open, [anEvent({ seq: 1, data: { ...accepted, documentState: 'Parked' } })]);
    expect(item(open, itemId).state).toMatchObject({
      kind: 'awaiting',
      documentId: DOCUMENT,
      noAnswer: { because: { kind: 'unknown-result', word: 'Parked' } },
    });
    page(open, [anEvent({ seq: 2, data: accepted })]);
    expect(item(open, itemId).state).toMatchObject({ kind: 'accepted' });
  });

  it('in words that the service did not sign changes nothing', () => {
    const open = setUp({ bulkArrival: true });
    const { itemId } = open.found();
    page(open, [anEvent({ seq: 1, data: accepted, verified: false })]);
    expect(item(open, itemId).state.kind).toBe('held');
  });

  it('stands by what was read before the journal knew references, after one turn over all of it', () => {
    const open = setUp({ bulkArrival: true });
    const { itemId } = open.found();
    page(open, [anEvent({ seq: 1, data: { ...accepted, documentId: OTHER_DOCUMENT, externalReference: 'of-nobody' } })]);
    page(open, [anEvent({ seq: 2, data: accepted })]);
    open.journal.secondLook.rematch(0);
    expect(item(open, itemId).state.kind).toBe('accepted');
  });

  it('and again after its refusal puts the refusal into the story, when that is told of afterwards', () => {
    const open = setUp({ bulkArrival: true });
    const { itemId } = open.found();
    const again = {
      documentId: OTHER_DOCUMENT,
      documentState: 'Accepted',
      externalReference: referenceTo('some bytes', { resubmission: 1 }),
    };
    page(open, [anEvent({ seq: 1, data: again })]);
    expect(item(open, itemId)).toMatchObject({ resubmission: 1, state: { kind: 'accepted', documentId: OTHER_DOCUMENT } });
    page(open, [anEvent({ seq: 2, data: refused })]);
    expect(item(open, itemId).state).toMatchObject({ kind: 'accepted', documentId: OTHER_DOCUMENT });
    const earlier = {
      resubmission: 0,
      reference: SENT_AS,
      sentElsewhere: true,
      kind: 'refused',
      documentId: DOCUMENT,
      reason: 'illisible',
    };
    expect(open.journal.list.detail(itemId)?.earlier).toMatchObject([earlier]);
  });
});

/** Sent under another integration than the other computer used. */
function underWay() {
  const open = setUp();
  const { itemId } = open.found();
  open.journal.companies.reconnect(open.company.id, OTHER_INTEGRATION, open.clock.wallMs());
  const sentAs = begun(open, itemId);
  page(open, [anEvent({ seq: 1, data: accepted })]);
  const ends = (outcome: Outcome) =>
    open.journal.delivery.end(itemId, { reference: sentAs, outcome, answer: null, chance: 0, at: open.clock.wallMs() });
  return { ...open, itemId, sentAs, ends };
}

describe('an upload that is under way while another computer’s sending is told of', () => {
  it('stays in the story under the integration that it was sent to', () => {
    const { journal, itemId, sentAs, ends, ...open } = underWay();
    ends({ kind: 'received', documentId: OTHER_DOCUMENT });
    const earlier = { documentId: OTHER_DOCUMENT, reference: sentAs, integrationId: OTHER_INTEGRATION };
    expect(journal.list.detail(itemId)?.earlier).toMatchObject([earlier]);
    expect(item({ ...open, journal }, itemId)).toMatchObject({ integrationId: INTEGRATION, state: { documentId: DOCUMENT } });
  });

  it('keeps that story when nothing of it left', () => {
    const { journal, itemId, ends, ...open } = underWay();
    ends({ kind: 'failed', failure: { kind: 'offline', code: 'NOT_WANTED' }, retryAfterMs: null });
    expect(journal.list.detail(itemId)?.earlier).toEqual([]);
    expect(item({ ...open, journal }, itemId)).toMatchObject({ integrationId: INTEGRATION, state: { documentId: DOCUMENT } });
  });

  it('pauses the company all the same when the answer is that the connection was revoked', () => {
    const { journal, company, ends } = underWay();
    ends({ kind: 'revoked', reason: 'SMB_CLOSED' });
    expect(journal.companies.get(company.id)?.connection).toMatchObject({ kind: 'invalid', reason: 'SMB_CLOSED' });
  });
});

describe('the same bytes as the other import type', () => {
  const asSale = { ...accepted, externalReference: referenceTo('some bytes', { importType: 'sales-invoices' }) };

  it('that another computer sent change no state, and are told beside the question', () => {
    const open = setUp();
    const { itemId } = open.found();
    page(open, [anEvent({ seq: 1, data: asSale })]);
    expect(item(open, itemId).state.kind).toBe('waiting');
    expect(open.journal.list.detail(itemId)?.otherType).toEqual({
      importType: 'sales-invoices',
      itemId: null,
      kind: 'accepted',
      at: Date.UTC(2026, 0, 5, 9),
    });
  });

  it('that were refused there are told with the date of the refusal', () => {
    const open = setUp();
    const { itemId } = open.found();
    const asRefusal = { ...asSale, documentState: 'Refused', rejectedDatetime: '2026-01-05T08:30:00Z', rejectionReason: null };
    page(open, [anEvent({ seq: 1, data: asRefusal })]);
    expect(open.journal.list.detail(itemId)?.otherType).toMatchObject({ kind: 'refused', at: Date.UTC(2026, 0, 5, 8, 30) });
  });

  it('are asked about when the file is found after that', () => {
    const open = setUp();
    page(open, [anEvent({ seq: 1, data: asSale })]);
    expect(item(open, open.found().itemId).state).toEqual({ kind: 'held', question: { kind: 'other-type', itemId: null } });
  });

  it('that were sent from here are told with their item', () => {
    const open = setUp();
    const sales = aFolder(open, open.company, 'sales-invoices');
    const sale = open.journal.intake.enqueue(aFile(sales)).itemId;
    begun(open, sale);
    ended(open, sale, { kind: 'received', documentId: DOCUMENT });
    const { itemId } = open.found();
    expect(open.journal.list.detail(itemId)?.otherType).toEqual({
      importType: 'sales-invoices',
      itemId: sale,
      kind: 'awaiting',
      at: open.clock.wallMs(),
    });
  });
});

/** A rebuilt journal, of a company that was reconnected. */
function forgetful(meanwhile: (what: Outgoing) => void = () => undefined) {
  const open = setUp();
  open.journal.companies.reconnect(open.company.id, OTHER_INTEGRATION, open.clock.wallMs());
  const files = memoryFiles();
  files.all.set(`${open.folder.path}/scan.pdf`, Buffer.from('some bytes'));
  const { itemId } = open.found();
  const service = aService();
  const upload: Service = async (what) => service.take(what);
  const connecting = (what: Outgoing): null => {
    meanwhile(what);
    return null;
  };
  return { ...open, ...aLife({ ...open, files, upload, connecting }), itemId, service };
}

describe('a file that was sent under a former integration, in a journal that does not know it', () => {
  it('becomes the document that the relay’s log tells of, and is not sent', async () => {
    const all = forgetful();
    page(all, [anEvent({ seq: 1, data: refused })]);
    await all.delivery.start();
    await all.clock.advance(MINUTE_MS);
    expect(all.service.requests).toEqual([]);
    expect(item(all, all.itemId)).toMatchObject({ reference: SENT_AS, sentElsewhere: true, state: { kind: 'refused' } });
  });

  it('is not sent either when the log tells of it between the intent and the bytes', async () => {
    const all = forgetful(() => page(all, [anEvent({ seq: 1, data: refused })]));
    await all.delivery.start();
    await all.clock.advance(MINUTE_MS);
    expect(all.service.requests).toEqual([]);
    expect(item(all, all.itemId)).toMatchObject({ reference: SENT_AS, sentElsewhere: true, state: { kind: 'refused' } });
  });

  it('is sent when nobody tells of it, or somebody else than the service does', async () => {
    const all = forgetful();
    page(all, [anEvent({ seq: 1, data: accepted, verified: false })]);
    await all.delivery.start();
    await all.clock.advance(MINUTE_MS);
    expect(all.service.requests).toHaveLength(1);
    expect(item(all, all.itemId)).toMatchObject({ integrationId: OTHER_INTEGRATION, state: { kind: 'awaiting' } });
  });
});
