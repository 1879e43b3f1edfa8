import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createRelay } from '#relay/create-relay.ts';
import { postgresStore } from '#relay/store/open-store.ts';
import type { Store } from '#relay/store/store.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { devicesPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { type Postgres, postgresMissing, startPostgres } from '#test/support/postgres.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { INTEGRATION_ID } from '#test/unit/shared/service-client/signing.ts';
import { deliver } from '../durability/deliver.ts';
import { desktop } from '../durability/desktop.ts';
import { relayProcess } from '../durability/relay-process.ts';
import { serviceStandIn } from '../durability/service-stand-in.ts';
import { listen } from '../listen.ts';
import { CONFIG, openRelay } from '../relay-bench.ts';
import { uuid } from '../enrol/uuid.ts';
import { unless } from '#test/support/why-skipped.ts';

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
