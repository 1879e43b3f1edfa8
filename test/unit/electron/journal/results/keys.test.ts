import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it } from 'vitest';
import { thumbprintOf } from '#electron/journal/results/key-rows.ts';
import { SERVICE_KEYS } from '#electron/journal/migrations/0021-service-keys.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { type PublishedKey, publishedKeys } from '#shared/service-client/rsa-keys.ts';
import { type SigningKey, signingKey } from '#test/unit/shared/service-client/signing.ts';
import { aCompany, anEvent, anOpenJournal, opened, page } from '../an-open-journal.ts';

const DAY_MS = 86_400_000;
const OF = { jwksUrl: 'https://keys.test/jwks', relayUrl: 'https://relay.test' };

let first: SigningKey;
let exchanged: SigningKey;
beforeAll(() => {
  first = signingKey('k1');
  exchanged = signingKey('k1');
});

const published = (...keys: readonly SigningKey[]): readonly PublishedKey[] =>
  publishedKeys({ keys: keys.map(({ jwk }) => jwk) }, nodeSha256);

describe('the service’s keys in the journal', () => {
  it('are kept by thumbprint with their first and last day, the one before an exchange too, over a restart', async () => {
    const { journal, clock, file } = anOpenJournal();
    const startedAt = clock.wallMs();
    journal.keys.noteReading(OF, published(first), startedAt);
    await clock.advance(DAY_MS);
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

  it('of an earlier version are kept, each with its thumbprint, but for what is no key', () => {
    const database = new DatabaseSync(':memory:');
    database.exec(`CREATE TABLE events (n INTEGER PRIMARY KEY, verified INTEGER NOT NULL) STRICT;
      CREATE TABLE service_keys (jwks_url TEXT NOT NULL, kid TEXT NOT NULL, jwk TEXT NOT NULL, read_at INTEGER NOT NULL,
        PRIMARY KEY (jwks_url, kid)) STRICT`);
    const insert = database.prepare('INSERT INTO service_keys VALUES (?, ?, ?, ?)');
    for (const key of [first.jwk, { ...first.jwk, kid: 'weak', e: 'AQ' }, { kid: 'none', kty: 'EC' }])
      insert.run(OF.jwksUrl, String(key['kid']), JSON.stringify(key), 77);
    database.function('thumbprint_of', (jwk) => thumbprintOf(String(jwk)));
    database.exec(SERVICE_KEYS);
    expect(database.prepare('SELECT thumbprint, kid, first_seen_at, last_seen_at FROM seen_keys').all()).toEqual([
      { thumbprint: published(first)[0]?.thumbprint, kid: 'k1', first_seen_at: 77, last_seen_at: 77 },
    ]);
    database.close();
  });
});

describe('events without effect', () => {
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
