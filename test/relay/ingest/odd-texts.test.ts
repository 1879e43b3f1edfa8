import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { postgresStore } from '#relay/store/open-store.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { cursorPath, devicesPath, eventsPath, integrationPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { type Postgres, postgresMissing, startPostgres } from '#test/support/postgres.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { INTEGRATION_ID } from '#test/unit/shared/service-client/signing.ts';
import { openRelay, fetchPage, type RelayBench, uuid } from '../relay-bench.ts';
import { unless } from '#test/support/why-skipped.ts';

const NUL = '\0';
const LONE = '\ud800';
const ODD = [NUL, `PC${NUL}`, LONE, `PC${LONE}1`, 'PC\u0007', 'PC\u001b[2J', 'PC\u009b2J', 'PC\nroot'];
const missing = postgresMissing();

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
