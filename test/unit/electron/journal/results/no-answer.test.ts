import { beforeAll, describe, expect, it } from 'vitest';
import type { DocumentId } from '#shared/contract/ids.ts';
import { DAY_MS, type WallMs, wallMs } from '#shared/lib/duration.ts';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import { aCompany, aFile, aFolder, anEvent, anOpenJournal, begun, ended, INTEGRATION, item, opened, page } from '../an-open-journal.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { type PublishedKey, publishedKeys } from '#shared/service-client/rsa-keys.ts';
import { type SigningKey, signingKey } from '#test/unit/shared/service-client/odd-events.ts';

const DOCUMENT = 'dddddddd-0000-4000-8000-000000000001' as DocumentId;
const OTHER = 'dddddddd-0000-4000-8000-000000000002' as DocumentId;
const received: Outcome = { kind: 'received', documentId: DOCUMENT };
const unknown = { documentId: DOCUMENT, documentState: 'Pending review' };
const accepted = { documentId: DOCUMENT, documentState: 'Accepted' };

/** One document that was received just now, and has no answer. */
function setUp(outcome: Outcome | null = received) {
  const open = anOpenJournal();
  const company = aCompany(open);
  const { itemId } = open.journal.intake.enqueue(aFile(aFolder(open, company)));
  begun(open, itemId);
  const end = () => ended(open, itemId, outcome ?? received);
  if (outcome !== null) end();
  const ask = (of: { days?: number; silentForMs?: number; closed?: readonly (typeof INTEGRATION)[]; logSince?: WallMs } = {}) =>
    open.journal.noAnswers.askAbout({
      now: open.clock.wallMs(),
      askAfterMs: (of.days ?? 7) * DAY_MS,
      silentForMs: of.silentForMs ?? null,
      closed: of.closed ?? [],
      logsSince: new Map(of.logSince === undefined ? [] : [[INTEGRATION, of.logSince]]),
    });
  const noAnswer = () => {
    const { state } = item(open, itemId);
    return state.kind === 'awaiting' ? state.noAnswer : null;
  };
  const counted = () => open.journal.items.counts().noAnswer;
  return { ...open, itemId, end, ask, noAnswer, counted };
}

describe('a document to which no answer comes', () => {
  it('asks for a person after the days that were set, is counted, and told once', async () => {
    const all = setUp();
    await all.clock.advance(7 * DAY_MS - 1);
    expect(all.ask().effects).toEqual([]);
    expect(all.counted()).toBe(0);
    await all.clock.advance(1);
    expect(all.ask().effects).toEqual([{ itemId: all.itemId, chores: ['tell-no-answer'] }]);
    expect(all.ask().effects).toEqual([]);
    expect(all.noAnswer()).toMatchObject({ because: { kind: 'long' }, askedAt: null });
    expect(all.counted()).toBe(1);
    expect(all.journal.list.page({ asking: true, limit: 5 }).items).toHaveLength(1);
  });

  it('that was asked about asks again when the person takes that back, and is told no second time', async () => {
    const all = setUp();
    await all.clock.advance(8 * DAY_MS);
    all.ask();
    const before = all.noAnswer();
    expect(all.journal.noAnswers.notAsked([all.itemId])).toBe(0);
    expect(all.journal.noAnswers.asked([all.itemId])).toBe(1);
    expect(all.counted()).toBe(0);
    expect(all.journal.noAnswers.notAsked([all.itemId])).toBe(1);
    expect([all.noAnswer(), all.counted()]).toEqual([before, 1]);
    expect(all.ask().effects).toEqual([]);
  });

  it('asks no more when the person has more patience, or the answer comes', async () => {
    const all = setUp();
    await all.clock.advance(8 * DAY_MS);
    all.ask();
    expect(all.ask({ days: 30 }).effects).toEqual([]);
    expect(all.noAnswer()).toBeUndefined();
    all.ask();
    page(all, [anEvent({ seq: 1, data: accepted })]);
    expect(item(all, all.itemId).state.kind).toBe('accepted');
    expect(all.counted()).toBe(0);
  });

  it('asks again, for the same reason, when the person takes back to have asked', async () => {
    const all = setUp();
    await all.clock.advance(7 * DAY_MS);
    all.ask();
    const before = all.noAnswer();
    expect(all.journal.noAnswers.notAsked([all.itemId])).toBe(0);
    all.journal.noAnswers.asked([all.itemId]);
    expect(all.journal.noAnswers.notAsked([all.itemId])).toBe(1);
    expect(all.noAnswer()).toEqual(before);
    expect(all.counted()).toBe(1);
    expect(all.ask().effects).toEqual([]);
  });

  it('is quiet after the person has asked, until as many days have gone by again', async () => {
    const all = setUp();
    await all.clock.advance(7 * DAY_MS);
    all.ask();
    expect(all.journal.noAnswers.asked([all.itemId])).toBe(1);
    expect(all.journal.noAnswers.asked([all.itemId])).toBe(0);
    expect(all.counted()).toBe(0);
    await all.clock.advance(7 * DAY_MS - 1);
    expect(all.ask().effects).toEqual([]);
    await all.clock.advance(1);
    expect(all.ask().effects).toEqual([{ itemId: all.itemId, chores: ['tell-no-answer'] }]);
    expect(all.counted()).toBe(1);
  });

  it('is told of once, also over a restart', async () => {
    const all = setUp();
    await all.clock.advance(7 * DAY_MS);
    all.ask();
    all.journal.close();
    const journal = opened(all.file, all.clock);
    const again = journal.noAnswers.askAbout({
      now: all.clock.wallMs(),
      askAfterMs: 7 * DAY_MS,
      silentForMs: null,
      closed: [],
      logsSince: new Map(),
    });
    expect(again.effects).toEqual([]);
    expect(journal.items.counts().noAnswer).toBe(1);
    journal.close();
  });

  it('is said to be lost, perhaps, when it was received before the relay’s log began, whenever it became known here', async () => {
    const all = setUp();
    await all.clock.advance(DAY_MS);
    expect(all.ask({ logSince: wallMs(0) }).effects).toEqual([]);
    expect(all.ask({ logSince: all.clock.wallMs() }).effects).toEqual([{ itemId: all.itemId, chores: ['tell-no-answer'] }]);
    expect(all.noAnswer()).toMatchObject({ because: { kind: 'relay-lost' } });
    // The service had it long before this journal knew of it.
    const { itemId } = all.journal.intake.enqueue(aFile(all.journal.folders.folders()[0] as never, { name: 'b.pdf', content: 'b' }));
    begun(all, itemId);
    const depositedAt = wallMs(all.clock.wallMs() - DAY_MS);
    ended(all, itemId, { kind: 'already-received', documentId: OTHER, depositedAt });
    expect(all.ask({ logSince: wallMs(all.clock.wallMs() - DAY_MS) }).effects).toEqual([]);
    expect(all.ask({ logSince: all.clock.wallMs() }).effects).toEqual([{ itemId, chores: ['tell-no-answer'] }]);
  });

  it('is said to be lost, perhaps, when it was received two days before the end of a silence, and not when later', async () => {
    const all = setUp();
    await all.clock.advance(2 * DAY_MS - 1);
    expect(all.ask({ silentForMs: 2 * DAY_MS }).effects).toEqual([]);
    await all.clock.advance(1);
    expect(all.ask({ silentForMs: 2 * DAY_MS }).effects).toHaveLength(1);
    expect(all.noAnswer()).toMatchObject({ because: { kind: 'relay-silent' } });
    // The relay is back; what it did not receive meanwhile it will never receive.
    all.ask();
    expect(all.counted()).toBe(1);
  });

  it('is told of when its connection’s log is closed to us, and expected again when it opens', () => {
    const all = setUp();
    expect(all.ask({ closed: [INTEGRATION] }).effects).toHaveLength(1);
    expect(all.noAnswer()).toMatchObject({ because: { kind: 'link-closed' } });
    all.ask();
    expect(all.noAnswer()).toBeUndefined();
  });

  it('takes turns of bounded length', () => {
    const all = setUp();
    expect(all.ask().more).toBe(false);
  });
});

describe('an unknown result', () => {
  it('is shown with its word, and a yes or a no still counts', () => {
    const all = setUp();
    const { effects } = page(all, [anEvent({ seq: 1, data: unknown })]);
    expect(effects).toEqual([{ itemId: all.itemId, chores: ['tell-no-answer'] }]);
    expect(all.noAnswer()).toMatchObject({ because: { kind: 'unknown-result', word: 'Pending review' } });
    expect(all.counted()).toBe(1);
    page(all, [anEvent({ seq: 2, data: accepted })]);
    expect(item(all, all.itemId).state.kind).toBe('accepted');
  });

  it('that overtakes the answer of the upload is shown when the document is received', () => {
    const all = setUp(null);
    expect(page(all, [anEvent({ seq: 1, data: unknown })]).effects.flatMap(({ chores }) => chores)).toEqual([]);
    expect(all.end().chores).toContain('tell-no-answer');
    expect(all.noAnswer()).toMatchObject({ because: { kind: 'unknown-result' } });
  });

  it('does not take back a result', () => {
    const all = setUp();
    page(all, [anEvent({ seq: 1, data: accepted }), anEvent({ seq: 2, data: unknown })]);
    expect(item(all, all.itemId).state).toMatchObject({ kind: 'accepted', contradicted: false });
  });
});

const KEYS_DAY_MS = 86_400_000;
const OF = { jwksUrl: 'https://keys.test/jwks', relayUrl: 'https://relay.test' };

let first: SigningKey;
let exchanged: SigningKey;

const published = (...keys: readonly SigningKey[]): readonly PublishedKey[] =>
  publishedKeys({ keys: keys.map(({ jwk }) => jwk) }, nodeSha256);

describe('the service’s keys in the journal', () => {
  beforeAll(() => {
    first = signingKey('k1');
    exchanged = signingKey('k1');
  });

  it('are kept by thumbprint with their first and last day, the one before an exchange too, over a restart', async () => {
    const { journal, clock, file } = anOpenJournal();
    const startedAt = clock.wallMs();
    journal.keys.noteReading(OF, published(first), startedAt);
    await clock.advance(KEYS_DAY_MS);
    journal.keys.noteReading(OF, published(exchanged), clock.wallMs());
    journal.close();
    const again = opened(file, clock);
    const [before, now] = [published(first)[0], published(exchanged)[0]];
    expect(again.keys.keys(OF)).toEqual([
      { ...now, firstSeenAt: clock.wallMs(), lastSeenAt: clock.wallMs(), missingSince: null, departedAt: null, distrustedAt: null },
      { ...before, firstSeenAt: startedAt, lastSeenAt: startedAt, missingSince: clock.wallMs(), departedAt: null, distrustedAt: null },
    ]);
    expect(again.keys.keys({ ...OF, jwksUrl: 'https://other.test/jwks' })).toEqual([]);
    again.close();
  });

  it('cost no write where a reading says nothing new', async () => {
    const { journal, clock } = anOpenJournal();
    let commits = 0;
    journal.onChange(() => (commits += 1));
    for (let hour = 0; hour < 6; hour += 1) {
      journal.keys.noteReading(OF, published(first), clock.wallMs());
      await clock.advance(3_600_000);
    }
    expect(commits).toBe(1);
    journal.keys.noteReading(OF, published(first), clock.wallMs());
    expect([commits, journal.keys.keys(OF)[0]?.lastSeenAt]).toEqual([2, clock.wallMs()]);
  });

  it('are distrusted for as long as the relay that says so is the one that is set, also one that is seen only later', () => {
    const { journal, clock } = anOpenJournal();
    const [{ thumbprint } = { thumbprint: '' }] = published(first);
    journal.keys.distrust(OF.relayUrl, [thumbprint], clock.wallMs());
    journal.keys.distrust(OF.relayUrl, [thumbprint], clock.wallMs());
    journal.keys.noteReading(OF, published(first), clock.wallMs());
    const distrustedAt = (relayUrl: string | null) => journal.keys.keys({ ...OF, relayUrl })[0]?.distrustedAt;
    expect([distrustedAt(OF.relayUrl), distrustedAt('https://other.test'), distrustedAt(null)]).toEqual([clock.wallMs(), null, null]);
  });
});

describe('events without effect', () => {
  beforeAll(() => {
    first = signingKey('k1');
    exchanged = signingKey('k1');
  });

  it('by unknown keys are told from forgeries, and neither takes the place of the other', () => {
    const open = anOpenJournal();
    aCompany(open);
    page(open, [anEvent({ seq: 1, data: {}, verified: false, doubt: 'unknown-key' })]);
    for (let from = 2; from < 702; from += 100) {
      const forged = Array.from({ length: 100 }, (_, at) => anEvent({ seq: from + at, data: {}, verified: false, doubt: 'forged' }));
      page(open, forged);
    }
    expect(open.journal.results.figures()).toMatchObject({ forged: 700, unknownKey: 1 });
    expect(open.journal.secondLook.unverified(0)[0]).toMatchObject({ seq: 1, doubt: 'unknown-key' });
  });

  it('change sides where a later look finds so, and are counted once', () => {
    const open = anOpenJournal();
    aCompany(open);
    page(open, [anEvent({ seq: 1, data: {}, verified: false, doubt: 'unknown-key' })]);
    const look = () => {
      const [event] = open.journal.secondLook.unverified(0);
      if (event === undefined) throw new Error('no event');
      return event;
    };
    open.journal.secondLook.doubted(look(), 'forged');
    expect([open.journal.results.figures(), look().doubt]).toMatchObject([{ forged: 1, unknownKey: 0 }, 'forged']);
    open.journal.secondLook.doubted(look(), 'unknown-key');
    expect(open.journal.results.figures()).toMatchObject({ forged: 0, unknownKey: 1 });
    open.journal.secondLook.verified({ ...look(), envelope: anEvent({ seq: 1, data: {} }).envelope, doubt: null });
    expect(open.journal.results.figures()).toMatchObject({ forged: 0, unknownKey: 0 });
  });
});
