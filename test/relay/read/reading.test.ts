import { describe, expect, it } from 'vitest';
import { INTEGRATION_ID } from '#test/unit/shared/service-client/odd-events.ts';
import { fetchPage, openRelay, type RelayBench, uuid } from '../relay-bench.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { devicesPath, eventsPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';

describe('a page of events', () => {
  it('has as many rows as asked for, 500 at most, and says that there is more', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    await deliverMany(bench, 5);
    const first = await fetchPage(bench, token, INTEGRATION_ID, '?after=0&limit=2');
    expect([first.events.map(({ seq }) => seq), first.more]).toEqual([[1, 2], true]);
    const last = await fetchPage(bench, token, INTEGRATION_ID, '?after=2&limit=90000');
    expect([last.events.map(({ seq }) => seq), last.more]).toEqual([[3, 4, 5], false]);
    for (const query of ['?after=-1', '?limit=x', '?after=1.5']) {
      const path = `/v1/devices/me/integrations/${INTEGRATION_ID}/events${query}`;
      expect((await bench.call('GET', path, { token })).status).toBe(400);
    }
  });

  it('is waited for until the bell rings', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    const waiting = fetchPage(bench, token, INTEGRATION_ID, '?wait=20');
    await bench.clock.settle();
    await bench.deliver();
    expect((await waiting).events).toHaveLength(1);
  });

  it('is not waited for longer than 25 seconds, nor while the relay closes', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    const waiting = fetchPage(bench, token, INTEGRATION_ID, '?wait=3600');
    await bench.clock.advance(24_999);
    expect(bench.clock.sleepers).toBe(1);
    await bench.clock.advance(1);
    expect((await waiting).events).toEqual([]);
    const other = fetchPage(bench, token, INTEGRATION_ID, '?wait=25');
    await bench.clock.settle();
    await bench.relay.close();
    expect((await other).events).toEqual([]);
  });
});

describe('a cursor', () => {
  it('is acknowledged within the epoch and the log', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    await deliverMany(bench, 2);
    const put = async (json: unknown) => {
      return (await bench.call('PUT', `/v1/devices/me/integrations/${INTEGRATION_ID}/cursor`, { token, json })).status;
    };
    const { epoch } = bench.store;
    expect([await put({ epoch, seq: 2 }), await put({ epoch, seq: 1 }), await put({ epoch, seq: 3 })]).toEqual([204, 204, 409]);
    expect([await put({ epoch: 'other', seq: 1 }), await put({ seq: 1 })]).toEqual([409, 400]);
  });
});

describe('the token broker', () => {
  it('hands one shared token to devices that have proved something', async () => {
    const bench = await openRelay();
    const stranger = await bench.device();
    expect((await bench.call('GET', '/v1/devices/me/access-token', { token: stranger.token })).status).toBe(404);
    const { token } = await bench.device(INTEGRATION_ID);
    await bench.clock.advance(100_000);
    const answers = await Promise.all([1, 2, 3].map(() => bench.call('GET', '/v1/devices/me/access-token', { token })));
    for (const answer of answers) {
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await answer.json()).toEqual({ accessToken: 'token-1', expiresIn: 3_500 });
    }
    expect(tokenRequests(bench)).toBe(1);
  });

  it('asks once for all when there is none', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    await bench.clock.advance(2_880_000);
    const answers = await Promise.all([1, 2, 3, 4].map(() => bench.call('GET', '/v1/devices/me/access-token', { token })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(tokenRequests(bench)).toBe(2);
  });

  it('renews a token that met a 401, for everybody and not too often', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    const ask = async (headers = {}) =>
      ((await (await bench.call('GET', '/v1/devices/me/access-token', { token, headers })).json()) as { accessToken: string }).accessToken;
    const renew = { 'cache-control': 'no-cache' };
    expect([await ask(), await ask(renew), await ask(renew), await ask()]).toEqual(['token-1', 'token-2', 'token-2', 'token-2']);
    await bench.clock.advance(30_000);
    expect(await ask(renew)).toBe('token-3');
  });

  it('is 503 while the service refuses the relay itself', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    bench.service.is.token = 'refused';
    await bench.clock.advance(2_880_000);
    const answer = await bench.call('GET', '/v1/devices/me/access-token', { token });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'token-refused' });
  });
});

describe('readiness', () => {
  it('needs a store that writes and keys that were read, and ends with closing', async () => {
    const bench = await openRelay();
    expect((await bench.call('GET', '/healthz')).status).toBe(200);
    expect((await bench.call('GET', '/readyz')).status).toBe(200);
    await bench.relay.close();
    expect((await bench.call('GET', '/readyz')).status).toBe(503);
    expect((await bench.deliver()).status).toBe(503);
    const broken = await openRelay({ store: (real) => ({ ...real, isWritable: () => Promise.resolve(false) }) });
    expect((await broken.call('GET', '/readyz')).status).toBe(503);
  });
});

async function deliverMany(bench: RelayBench, count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) await bench.deliver({ id: uuid(4, n) });
}

function tokenRequests(bench: RelayBench): number {
  return bench.service.requests.filter(({ url }) => url.endsWith('/oauth2/token')).length;
}

const [DOCUMENT, OTHER] = [uuid(7, 1), uuid(7, 2)];

/** An integration that one device has proved: two results, then a Revocation. */
async function revoked() {
  const bench = await openRelay();
  const { token } = await bench.device(INTEGRATION_ID);
  await bench.clock.advance(MINUTE_MS);
  await bench.deliver({ id: uuid(6, 1), documentId: DOCUMENT });
  await bench.deliver({ id: uuid(6, 2), documentId: OTHER });
  await bench.deliver({ id: uuid(6, 3), type: 'Revocation', time: new Date(bench.clock.wallMs()).toISOString() });
  return { bench, token, stranger: (await bench.device()).token };
}

function asked(bench: RelayBench, token: string, documentIds: readonly string[], integrationId = INTEGRATION_ID): Promise<Response> {
  return bench.call('POST', RELAY_PATHS.answers, { token, json: { integrationId, documentIds } });
}

async function readId(bench: RelayBench, token: string): Promise<string> {
  const me = await bench.call('GET', RELAY_PATHS.me, { token });
  return ((await me.json()) as { readonly deviceId: string }).deviceId;
}

async function readEvents(answer: Response): Promise<readonly string[]> {
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { readonly events: readonly { readonly eventId: string }[] }).events.map(({ eventId }) => eventId);
}

describe('answers of a connection that was revoked', () => {
  it('are told to a device without a proof that names their documents, and no others', async () => {
    const { bench, stranger } = await revoked();
    expect(await readEvents(await asked(bench, stranger, [DOCUMENT, uuid(7, 9)]))).toEqual([uuid(6, 1)]);
    expect(await readEvents(await asked(bench, stranger, [OTHER.toUpperCase()]))).toEqual([uuid(6, 2)]);
  });

  it('look like nothing at all to who names no document of it', async () => {
    const { bench, stranger } = await revoked();
    const seen = new Set<string>();
    for (const integrationId of [INTEGRATION_ID, uuid(8, 1)]) {
      const answer = await asked(bench, stranger, [uuid(7, 9)], integrationId);
      seen.add(`${answer.status} ${await answer.text()}`);
    }
    expect([...seen]).toEqual([expect.stringMatching(/^404 /)]);
  });

  it('are told by a proof alone while there can be one: before the Revocation, and after it was connected again', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    await bench.deliver({ id: uuid(6, 1), documentId: DOCUMENT });
    expect((await asked(bench, token, [DOCUMENT])).status).toBe(404);
    await bench.clock.advance(HOUR_MS);
    await bench.deliver({ id: uuid(6, 3), type: 'Revocation', time: new Date(bench.clock.wallMs()).toISOString() });
    expect((await asked(bench, token, [DOCUMENT])).status).toBe(200);
    await bench.clock.advance(MINUTE_MS);
    await bench.device(INTEGRATION_ID);
    expect((await asked(bench, token, [DOCUMENT])).status).toBe(404);
  });

  it('are not told to a device that another one sent away, and its log says so to it alone', async () => {
    const { bench, token, stranger } = await revoked();
    const before = await bench.device(INTEGRATION_ID);
    const path = `${devicesPath(INTEGRATION_ID)}/${await readId(bench, token)}`;
    const json = { integrationSecret: bench.service.integration(INTEGRATION_ID) };
    expect((await bench.call('DELETE', path, { token: before.token, json })).status).toBe(204);
    const page = (of: string) => bench.call('GET', `${eventsPath(INTEGRATION_ID)}?after=0`, { token: of });
    expect((await page(token)).status).toBe(410);
    expect((await page(stranger)).status).toBe(404);
    await bench.clock.advance(MINUTE_MS);
    await bench.deliver({ id: uuid(6, 4), type: 'Revocation', time: new Date(bench.clock.wallMs()).toISOString() });
    expect([(await asked(bench, token, [DOCUMENT])).status, (await asked(bench, stranger, [DOCUMENT])).status]).toEqual([404, 200]);
  });

  it('are told of an integration that nobody has proved here, as after a relay lost its store', async () => {
    const bench = await openRelay();
    const { token } = await bench.device();
    await bench.deliver({ id: uuid(6, 1), documentId: DOCUMENT });
    expect(await readEvents(await asked(bench, token, [DOCUMENT]))).toEqual([uuid(6, 1)]);
  });

  it('are not to be guessed: who asks again and again is told to wait, and has to be a device', async () => {
    const { bench, stranger } = await revoked();
    const statuses = new Set<number>();
    for (let n = 0; n < 40; n += 1) statuses.add((await asked(bench, stranger, [uuid(9, n)])).status);
    expect([...statuses]).toEqual([404, 429]);
    expect((await asked(bench, 'nobody', [DOCUMENT])).status).toBe(401);
  });
});
