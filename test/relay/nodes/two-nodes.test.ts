import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createRelay } from '#relay/create-relay.ts';
import { postgresStore } from '#relay/store/open-store.ts';
import type { RetentionLimits, Store } from '#relay/store/store.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { devicesPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { type Postgres, postgresMissing, startPostgres } from '#test/support/postgres.ts';
import { recordingLog, seededRandom } from '#test/support/virtual-world.ts';
import { INTEGRATION_ID } from '#test/unit/shared/service-client/odd-events.ts';
import { deliver, desktop, relayProcess, serviceStandIn } from '../durability/desktop.ts';
import { CONFIG, listen, openRelay, uuid } from '../relay-bench.ts';
import { unless } from '#test/support/why-skipped.ts';
import { Client } from 'pg';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { event, linked, NOTHING_DUE } from '../store/store.devices.ts';
import { rollingRestart } from './rolling-restart.ts';
import { join } from 'node:path';
import { readyLine } from '#test/support/ready-line.ts';
import { tempFolder } from '#test/support/folders.ts';

const OTHER_ID = uuid(5, 1);
const missing = postgresMissing();

describe('two relays on one PostgreSQL', unless(missing), () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  it.each([
    ['ring each other’s doorbells, and cut the stream of a device that was removed', (store: Store) => store],
    ['do so within the sweep when every announcement is lost', mute],
  ] as const)('%s', async (_, heard) => {
    const { first, second } = await twoNodes(await postgres.database(), heard);
    const { token } = await first.device(INTEGRATION_ID);
    const stream = await listen(second.fetch, token);
    expect(await stream.until('"seq":0')).toBe(true);
    await first.deliver({ id: uuid(4, 1) });
    expect(await stream.until('"seq":1')).toBe(true);
    await first.call('DELETE', RELAY_PATHS.me, { token });
    expect(await stream.until('never')).toBe(false);
  });

  it.each([
    ['cut the stream of a device that another one sent away', (store: Store) => store],
    ['do so within the sweep when every announcement is lost', mute],
  ] as const)('%s', async (_, heard) => {
    const { first, second } = await twoNodes(await postgres.database(), heard);
    const [mine, lost] = [await first.device(INTEGRATION_ID), await first.device(INTEGRATION_ID, OTHER_ID)];
    const [kept, stream] = [await listen(second.fetch, mine.token), await listen(second.fetch, lost.token)];
    expect(await stream.until('"seq":0')).toBe(true);
    const json = { integrationSecret: first.service.integration(INTEGRATION_ID) };
    await first.call('DELETE', `${devicesPath(INTEGRATION_ID)}/${lost.deviceId}`, { token: mine.token, json });
    expect(await stream.until('never')).toBe(false);
    await first.deliver({ id: uuid(4, 1) });
    expect(await kept.until('"seq":1')).toBe(true);
  });

  it('tell the streams of both of a Revocation, whether it names its integration or not', async () => {
    const { first, second } = await twoNodes(await postgres.database(), (store) => store);
    const { token } = await first.device(INTEGRATION_ID);
    const streams = [await listen((request) => first.relay.fetch(request), token), await listen(second.fetch, token)];
    for (const stream of streams) expect(await stream.until('"seq":0')).toBe(true);
    await first.deliver({ id: uuid(4, 1), type: 'Revocation' });
    for (const stream of streams) expect(await stream.until('"seq":1')).toBe(true);
    await first.deliver({ id: uuid(4, 2), type: 'Revocation', integrationId: null });
    for (const stream of streams) expect(await stream.until('event: revocation')).toBe(true);
  });

  it('listen again after their connection to the database was cut', async () => {
    const url = await postgres.database();
    const { first, second } = await twoNodes(url, (store) => store);
    const { token } = await first.device(INTEGRATION_ID);
    const stream = await listen(second.fetch, token);
    expect(await stream.until('"seq":0')).toBe(true);
    await postgres.cut('intray-relay-doorbell');
    await first.deliver({ id: uuid(4, 1) });
    expect(await stream.until('"seq":1')).toBe(true);
  });

  it('lose nothing while one after the other is restarted under load, and say first that they are not ready', async () => {
    const standIn = await serviceStandIn();
    onTestFinished(() => standIn.close());
    const environment = { ...standIn.environment, RELAY_STORE: await postgres.database(), RELAY_DRAIN_SECONDS: '2' };
    const nodes = [await relayProcess(environment), await relayProcess(environment)];
    onTestFinished(async () => void (await Promise.all(nodes.map((node) => node.end('SIGTERM')))));
    const integrations = [uuid(9, 1), uuid(9, 2)];
    const reader = await desktop(nodes[0]?.url ?? '', standIn, integrations);
    let turn = 0;
    // A balancer that checks no readiness: a webhook that one node refuses is repeated, and then meets the other.
    const url = (): string => nodes[turn++ % nodes.length]?.url ?? '';
    const restarted = new AbortController();
    const sent: string[] = [];
    const senders = Array.from({ length: 8 }, async (_, sender) => {
      for (let n = 0; !restarted.signal.aborted; n += 1) {
        const id = uuid(10 + sender, n);
        expect(await deliver({ id, integrationId: integrations[n % 2] ?? '' }, { key: standIn.key, url })).not.toBeNull();
        sent.push(id);
      }
    });
    for (const [at, node] of nodes.entries()) {
      const ended = node.end('SIGTERM');
      expect(await answersWith(`${node.url}/readyz`, 503)).toBe(true);
      // Not ready, but still at work.
      expect((await fetch(`${node.url}/healthz`)).status).toBe(200);
      expect(await ended).toBe(0);
      nodes[at] = await relayProcess(environment, Number(new URL(node.url).port));
    }
    restarted.abort();
    await Promise.all(senders);
    expect(await reader.look(nodes[1]?.url ?? '')).toBe(true);
    expect(sent.filter((id) => reader.read.get(id) !== 1)).toEqual([]);
    expect([sent.length > 50, reader.faults]).toEqual([true, []]);
  });
});

/** Announces nothing to the other nodes. */
function mute(store: Store): Store {
  return store.nodes === undefined ? store : { ...store, nodes: { ...store.nodes, announce: () => Promise.resolve() } };
}

/** Two relays as functions, each with its own connections; the first with its whole bench. */
async function twoNodes(url: string, changed: (store: Store) => Store) {
  const open = async (seed: number): Promise<Store> => {
    const store = await postgresStore(url, { random: seededRandom(seed), clock: nodeClock(), poolMax: 3 });
    onTestFinished(() => store.close());
    return changed(store);
  };
  const store = await open(1);
  const first = await openRelay({ store: () => store, realClock: nodeClock() });
  const world = { clock: nodeClock(), random: seededRandom(9), log: recordingLog(), http: first.service.http };
  const second = createRelay(world, CONFIG, await open(2));
  first.relay.start();
  second.start();
  onTestFinished(() => second.close());
  return { first, second: { fetch: (request: Request) => second.fetch(request) } };
}

async function answersWith(url: string, status: number): Promise<boolean> {
  for (let tries = 0; tries < 400; tries += 1) {
    const answer = await fetch(url).catch(() => null);
    if (answer === null) return false;
    await answer.body?.cancel();
    if (answer.status === status) return true;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return false;
}

const A = integrationIdSchema.parse(uuid(1, 1));
const LINK = { deviceId: 'd1', integrationId: A };
const ALL = { after: 0, rowsMax: 500, bytesMax: 1_000_000 };
const [ASKED, DUE] = [2_000, 9_000];

describe('a log that is due, on two nodes of one PostgreSQL', unless(missing), () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  it('stays when the proof comes first and the sweep, which had found it due, right behind it', async () => {
    const { nodes, inLine } = await dueOnTwoNodes(postgres);
    const [proved, swept] = await inLine(
      () => nodes[0].link(LINK, DUE),
      () => nodes[1].sweep(timeOf(DUE)),
    );
    expect([proved.undone, swept.deleted, swept.forgotten]).toEqual([true, 0, []]);
    expect((await nodes[1].page(LINK, ALL))?.events).toHaveLength(5);
    expect(await nodes[1].sweep(timeOf(DUE + 1))).toMatchObject({ deleted: 0, forgotten: [], more: false });
  });

  it('goes when the sweep comes first, and the proof behind it opens what comes from then on', async () => {
    const { nodes, inLine } = await dueOnTwoNodes(postgres);
    const [swept, proved] = await inLine(
      () => nodes[1].sweep(timeOf(DUE)),
      () => nodes[0].link(LINK, DUE),
    );
    expect([swept.deleted, swept.forgotten, proved.undone]).toEqual([5, [A], false]);
    expect(await nodes[0].append([event(6, A)])).toMatchObject([{ kind: 'stored', seq: 6 }]);
    expect((await nodes[1].page(LINK, ALL))?.events.map(({ seq }) => seq)).toEqual([6]);
  });

  it('goes to the end when the node that began with it is gone after a step', async () => {
    const { nodes } = await dueOnTwoNodes(postgres);
    expect(await nodes[0].sweep({ ...timeOf(DUE), rowsMax: 2 })).toMatchObject({ deleted: 2, forgotten: [], more: true });
    await nodes[0].close();
    expect(await nodes[1].sweep(timeOf(DUE))).toMatchObject({ deleted: 3, forgotten: [A] });
    expect(await nodes[1].totals()).toMatchObject({ leaving: 0 });
  });

  it('stays where a node of an older version took the proof, which knows of no date', async () => {
    const { nodes, client } = await dueOnTwoNodes(postgres);
    await client.query('UPDATE links SET lapsed_at = NULL');
    await client.query('DELETE FROM sent_away');
    expect(await nodes[0].sweep(timeOf(DUE))).toMatchObject({ deleted: 0, forgotten: [] });
    expect(await nodes[0].totals()).toMatchObject({ leaving: 0 });
    expect((await nodes[1].page(LINK, ALL))?.events).toHaveLength(5);
  });
});

/** `inLine`: both nodes wait for the integration's row, one behind the other, before either gets it. */
async function dueOnTwoNodes(postgres: Postgres) {
  const url = await postgres.database();
  const open = async (seed: number): Promise<Store> => {
    const store = await postgresStore(url, { random: seededRandom(seed), clock: nodeClock(), poolMax: 3 });
    onTestFinished(() => store.close().catch(() => undefined));
    return store;
  };
  const nodes = [await open(1), await open(2)] as const;
  const [client, watcher] = [new Client({ connectionString: url }), new Client({ connectionString: url })];
  await Promise.all([client.connect(), watcher.connect()]);
  onTestFinished(() => Promise.all([client.end(), watcher.end()]).then(() => undefined));
  await linked(nodes[0], 'd1', A);
  await nodes[0].append([1, 2, 3, 4, 5].map((n) => event(n, A)));
  await nodes[0].forget(A, ASKED, DUE);
  const waiting = async () => (await watcher.query("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).rowCount;
  const inLine = async <F, S>(first: () => Promise<F>, second: () => Promise<S>): Promise<readonly [F, S]> => {
    await client.query('BEGIN; SELECT FROM integrations FOR UPDATE');
    const one = first();
    await expect.poll(waiting, { timeout: 5_000 }).toBe(1);
    const other = second();
    await expect.poll(waiting, { timeout: 5_000 }).toBe(2);
    await client.query('COMMIT');
    return [await one, await other];
  };
  return { nodes, client, inLine };
}

function timeOf(now: number): RetentionLimits {
  return { ...NOTHING_DUE, now };
}

/** `npm run bench -- restart` measures how soon the streams are back; this only checks correctness. */
describe('two relays that are restarted one after the other', unless(missing), () => {
  it('lose nothing of what they acknowledged, each desktop holds its own events once, and every stream comes back', async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const report = await rollingRestart({ store: await postgres.database(), desktops: 6, rounds: 1 });
    expect(report).toMatchObject({ givenUp: 0, lost: 0, strange: 0, missing: 0, forged: 0, withoutGap: 0 });
    expect(report).toMatchObject({ exits: [0, 0], saidFirst: [true, true] });
    expect(report.acknowledged).toBeGreaterThan(50);
  }, 300_000);
});

const DEVICES = 30;

it('thirty computers of one address are enrolled and prove the same right secret at once, beside the real service', async () => {
  const sandbox = (await readyLine({ args: ['sandbox/server.ts', '--port', '0'] })).ready as Readonly<Record<string, string>>;
  const env = {
    RELAY_BASE_URL: sandbox['baseUrl'] ?? '',
    RELAY_AUTH_URL: sandbox['authUrl'] ?? '',
    RELAY_JWKS_URL: sandbox['jwksUrl'] ?? '',
    RELAY_ISSUER: sandbox['issuer'] ?? '',
    RELAY_CLIENT_ID: sandbox['clientId'] ?? '',
    RELAY_CLIENT_SECRET: sandbox['clientSecret'] ?? '',
    RELAY_SEAL_KEYS: 'none',
    RELAY_SCOPE: sandbox['scope'] ?? '',
    RELAY_STORE: `sqlite:${join(tempFolder(), 'relay.db')}`,
  };
  const relay = (await readyLine({ args: ['relay/server.ts', '--port', '0'], env })).ready as Readonly<Record<string, string>>;
  const integration = await post(`${sandbox['controlUrl']}/integrations`, {});
  const office = Array.from({ length: DEVICES }, (_, n) => n);
  const enrolled = await Promise.all(office.map((n) => post(`${relay['url']}${RELAY_PATHS.devices}`, { name: `PC ${n}` })));
  const proved = await Promise.all(
    enrolled.map(({ json }) => post(`${relay['url']}${RELAY_PATHS.integrations}`, integration.json, String(json['deviceToken']))),
  );
  expect(enrolled.map(({ status }) => status)).toEqual(office.map(() => 201));
  expect(proved.map(({ status }) => status)).toEqual(office.map(() => 200));
});

async function post(url: string, json: unknown, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(json) });
  return { status: answer.status, json: (await answer.json()) as Readonly<Record<string, unknown>> };
}
