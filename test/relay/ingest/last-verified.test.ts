import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { postgresStore } from '#relay/store/open-store.ts';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { pageSchema } from '#shared/relay-protocol/messages.ts';
import { cursorPath, devicesPath, eventsPath, integrationPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { type Postgres, postgresMissing, startPostgres } from '#test/support/postgres.ts';
import { seededRandom } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { claimsFor, eventBody, INTEGRATION_ID, jwt, signingKey, unreadableBodies } from '#test/unit/shared/service-client/odd-events.ts';
import { fetchPage, openRelay, type RelayBench, uuid } from '../relay-bench.ts';
import { NOTHING_DUE } from '../store/store.devices.ts';
import { unless } from '#test/support/why-skipped.ts';

const HOUR_MS = 3_600_000;
const missing = postgresMissing();

describe('when the relay last verified a webhook', () => {
  it('is told with each page: of any integration, of one that is repeated, of one that cannot be read; null before the first', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    expect(await told(bench, token)).toBeNull();
    const [odd = { body: Buffer.alloc(0) }] = unreadableBodies();
    const unreadable = () => bench.deliver({}, { body: odd.body, jwt: jwt(bench.key, claimsFor(odd.body, bench.clock.wallMs())) });
    const deliveries = [
      () => bench.deliver({ id: uuid(4, 1), integrationId: uuid(9, 9) }),
      () => bench.deliver({ id: uuid(4, 1), integrationId: uuid(9, 9) }),
      () => bench.deliver({ id: uuid(4, 1), integrationId: uuid(9, 9), documentId: uuid(7, 7) }),
      () => bench.deliver({ id: uuid(4, 2), integrationId: null }),
      unreadable,
      unreadable,
    ];
    for (const deliver of deliveries) {
      await bench.clock.advance(HOUR_MS);
      expect((await deliver()).status).toBe(204);
      expect(await told(bench, token)).toBe(bench.clock.wallMs());
    }
  });

  it('is not moved by what the service did not sign', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    await bench.deliver();
    const at = bench.clock.wallMs();
    await bench.clock.advance(HOUR_MS);
    const body = eventBody();
    await bench.deliver({}, { body, jwt: jwt(signingKey('key-1'), claimsFor(body, bench.clock.wallMs())) });
    expect(await told(bench, token)).toBe(at);
  });

  it('costs one write a minute, however many there are, and one that fails costs no webhook', async () => {
    let writes = 0;
    let broken = true;
    const bench = await openRelay({
      store: (real) => ({
        ...real,
        noteVerified: (at) => {
          writes += 1;
          return broken ? Promise.reject(new Error('busy')) : real.noteVerified(at);
        },
      }),
    });
    expect((await bench.deliver({ id: uuid(4, 0) })).status).toBe(204);
    broken = false;
    for (let n = 1; n <= 120; n += 1) {
      await bench.deliver({ id: uuid(4, n) });
      await bench.clock.advance(1_000);
    }
    expect(writes).toBe(3);
    expect(await bench.store.lastVerifiedAt()).toBe(bench.clock.wallMs() - 60_000);
  });

  it('is known after a restart, after all bodies are gone, and after the integration was forgotten', async () => {
    const file = join(tempFolder(), 'relay.db');
    const first = await openRelay({ file });
    await first.deliver();
    const at = first.clock.wallMs();
    await first.store.forget(integrationIdSchema.parse(INTEGRATION_ID), at, at);
    await first.store.sweep({ ...NOTHING_DUE, now: at, acknowledgedBefore: at + 1, receivedBefore: at + 1 });
    await first.relay.close();
    const second = await openRelay({ file });
    expect(await told(second, (await second.device(INTEGRATION_ID)).token)).toBe(at);
    expect(await second.metrics()).toContain(`last_event_timestamp_seconds ${at / 1_000}\n`);
  });

  describe('on two nodes of one PostgreSQL', unless(missing), () => {
    let postgres: Postgres;
    beforeAll(async () => {
      postgres = await startPostgres();
    });
    afterAll(() => postgres.stop());

    it('is the same on both, whichever took the webhook', async () => {
      const url = await postgres.database();
      const open = async (seed: number) => {
        const store = await postgresStore(url, { random: seededRandom(seed), clock: nodeClock(), poolMax: 3 });
        onTestFinished(() => store.close());
        return openRelay({ store: () => store });
      };
      const [first, second] = [await open(1), await open(2)];
      const { token } = await first.device(INTEGRATION_ID);
      for (const [taking, asked] of [
        [first, second],
        [second, first],
      ] as const) {
        for (const bench of [first, second]) await bench.clock.advance(HOUR_MS);
        expect((await taking.deliver()).status).toBe(204);
        expect(await told(asked, token)).toBe(taking.clock.wallMs());
      }
    });
  });
});

async function told(bench: RelayBench, token: string): Promise<number | null | undefined> {
  const answer = await bench.call('GET', eventsPath(INTEGRATION_ID), { token });
  return pageSchema.parse(await answer.json()).lastVerifiedAt;
}

const NUL = '\0';
const LONE = '\ud800';
const ODD = [NUL, `PC${NUL}`, LONE, `PC${LONE}1`, 'PC\u0007', 'PC\u001b[2J', 'PC\u009b2J', 'PC\nroot'];

describe('texts that a caller brings, on SQLite', () => {
  texts(() => openRelay());
});

describe('texts that a caller brings, on PostgreSQL', unless(missing), () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  texts(async () => {
    const store = await postgresStore(await postgres.database(), { random: seededRandom(3), clock: nodeClock(), poolMax: 3 });
    onTestFinished(() => store.close());
    return openRelay({ store: () => store });
  });
});

/** The same for either store: what no store could keep is refused before it gets there. */
function texts(open: () => Promise<RelayBench>): void {
  it('are no name of a device with a NUL, a control character or half a character in them: 400', async () => {
    const bench = await open();
    for (const name of ODD) {
      const answer = await bench.call('POST', RELAY_PATHS.devices, { json: { name } });
      expect([JSON.stringify(name), answer.status]).toEqual([JSON.stringify(name), 400]);
      expect(await answer.json()).toMatchObject({ code: 'malformed', detail: 'Not as this route wants it: name.' });
    }
    expect((await bench.call('POST', RELAY_PATHS.devices, { json: { name: 'Büro 2 — «Empfang» 🖨' } })).status).toBe(201);
  });

  it('are refused or not found in every other place, and never a fault of the relay', async () => {
    const bench = await open();
    const { token, deviceId } = await bench.device(INTEGRATION_ID);
    for (const odd of ODD) {
      const asked = placesFor(odd, { epoch: bench.store.epoch, integrationSecret: bench.service.integration(INTEGRATION_ID) });
      const seen: unknown[] = [];
      for (const [method, path, json] of asked) {
        seen.push((await bench.call(method, path, { token, from: uuid(9, seen.length), ...(json === undefined ? {} : { json }) })).status);
        await bench.clock.advance(600_000);
      }
      expect([JSON.stringify(odd), ...seen]).toEqual([JSON.stringify(odd), ...asked.map((one) => one[3])]);
    }
    expect((await bench.call('GET', devicesPath(INTEGRATION_ID), { token: `${token.slice(0, -1)}%00` })).status).toBe(401);
    expect(await (await bench.call('GET', RELAY_PATHS.me, { token })).json()).toMatchObject({ deviceId });
  });

  it('are kept where the service signed them, in an event’s type, its ids and its body', async () => {
    const bench = await open();
    const { token } = await bench.device(INTEGRATION_ID);
    for (const [n, odd] of [NUL, LONE, '\u0007'].entries()) {
      const answer = await bench.deliver({
        id: uuid(6, n),
        integrationId: INTEGRATION_ID,
        type: `Document${odd}Status`,
        documentId: `x${odd}`,
      });
      expect([JSON.stringify(odd), answer.status]).toEqual([JSON.stringify(odd), 204]);
    }
    expect((await fetchPage(bench, token, INTEGRATION_ID)).events).toHaveLength(3);
  });
}

/** Every place that takes a text: method, path, body, and the expected status. */
function placesFor(odd: string, { epoch, integrationSecret }: Readonly<Record<'epoch' | 'integrationSecret', string>>) {
  const inPath = encodeURIComponent(odd.replaceAll(LONE, '\ufffd'));
  const within = `${INTEGRATION_ID.slice(0, -1)}${inPath}`;
  return [
    ['POST', RELAY_PATHS.integrations, { integrationId: INTEGRATION_ID, integrationSecret: `${odd}${odd}` }, 404],
    ['POST', RELAY_PATHS.integrations, { integrationId: `${INTEGRATION_ID}${odd}`, integrationSecret: 'x' }, 400],
    ['PUT', cursorPath(INTEGRATION_ID), { epoch: odd, seq: 0 }, 409],
    ['PUT', cursorPath(INTEGRATION_ID), { epoch: epoch, seq: Number.MAX_SAFE_INTEGER }, 409],
    ['PUT', cursorPath(within), { epoch: epoch, seq: 0 }, 404],
    ['POST', RELAY_PATHS.claims, { integrationId: INTEGRATION_ID, documentIds: [`${uuid(7, 1)}${odd}`] }, 400],
    ['POST', RELAY_PATHS.claims, { integrationId: odd, documentIds: [uuid(7, 1)] }, 400],
    ['POST', RELAY_PATHS.answers, { integrationId: INTEGRATION_ID, documentIds: [odd] }, 400],
    ['POST', RELAY_PATHS.answers, { integrationId: `${odd}${INTEGRATION_ID}`, documentIds: [uuid(7, 1)] }, 400],
    ['GET', eventsPath(within), undefined, 404],
    ['GET', `${eventsPath(INTEGRATION_ID)}?after=${inPath}`, undefined, 400],
    ['GET', `${eventsPath(INTEGRATION_ID)}?after=999999999999999&limit=999999999999999`, undefined, 200],
    ['DELETE', `${devicesPath(INTEGRATION_ID)}/${inPath}`, { integrationSecret }, 404],
    ['DELETE', eventsPath(INTEGRATION_ID), { integrationSecret: odd }, 404],
    ['DELETE', eventsPath(within), { integrationSecret }, 404],
    ['DELETE', integrationPath(within), undefined, 404],
  ] as const;
}
