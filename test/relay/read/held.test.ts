import { describe, expect, it, onTestFinished } from 'vitest';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { eventsPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { INTEGRATION_ID } from '#test/unit/shared/service-client/odd-events.ts';
import { METRICS_TOKEN, openRelay, type RelayBench, uuid } from '../relay-bench.ts';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { tokenDigest } from '#relay/enrol/authenticate.ts';
import { sqliteStore } from '#relay/store/sqlite/sqlite-store.ts';
import { seededRandom } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { relayProcess, serviceStandIn } from '../durability/desktop.ts';
import { NO_PROC, unless } from '#test/support/why-skipped.ts';

const OFFICE = '203.0.113.1';
const ELSEWHERE = '203.0.113.2';
const WAITING = `${eventsPath(INTEGRATION_ID)}?wait=25`;

describe('what is held open at one address', () => {
  it('is so many streams and no more: the next is told when to come again, and elsewhere all goes on', async () => {
    const bench = await openRelay({ config: { heldPerAddress: 3 } });
    const tokens = await devices(bench, 5);
    const streams = [];
    for (const token of tokens.slice(0, 3)) streams.push(await doorbell(bench, token, OFFICE));
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);
    const refused = await doorbell(bench, tokens[3], OFFICE);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    expect(await refused.json()).toMatchObject({ code: 'rate', status: 429 });
    expect((await doorbell(bench, tokens[4], ELSEWHERE)).status).toBe(200);
    expect(await bench.metrics()).toContain('intray_relay_rate_limited_total{what="doorbell"} 1\n');
    await streams[0]?.body?.cancel();
    expect((await doorbell(bench, tokens[3], OFFICE)).status).toBe(200);
  });

  it('does not grow where a device opens its stream again: the line that was dead gives its place', async () => {
    const bench = await openRelay({ config: { heldPerAddress: 2 } });
    const [token] = await devices(bench, 1);
    for (let times = 0; times < 5; times += 1) expect((await doorbell(bench, token, OFFICE)).status).toBe(200);
  });

  it('counts questions that wait with the streams, and gives their place back when they are answered', async () => {
    const bench = await openRelay({ config: { heldPerAddress: 2 } });
    const [one, other] = await devices(bench, 2);
    await doorbell(bench, one, OFFICE);
    const waiting = page(bench, one, WAITING);
    await bench.clock.settle();
    expect((await page(bench, other, WAITING)).status).toBe(429);
    expect((await doorbell(bench, other, OFFICE)).status).toBe(429);
    // A request that does not wait is answered as usual.
    expect((await page(bench, other, eventsPath(INTEGRATION_ID))).status).toBe(200);
    await bench.clock.advance(25_000);
    expect((await waiting).status).toBe(200);
    expect((await doorbell(bench, other, OFFICE)).status).toBe(200);
  });

  it('is four waiting questions a device, wherever it asks', async () => {
    const bench = await openRelay();
    const [token] = await devices(bench, 1);
    const waiting = Array.from({ length: 4 }, (_, n) => page(bench, token, WAITING, `198.51.100.${n}`));
    await bench.clock.settle();
    const refused = await page(bench, token, WAITING, ELSEWHERE);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    await bench.deliver();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const again = page(bench, token, WAITING, ELSEWHERE);
    await bench.clock.advance(25_000);
    expect((await again).status).toBe(200);
  });

  it('is enough for an office of two hundred computers, each with a stream and a line that broke and was not noticed', async () => {
    const bench = await openRelay();
    const statuses = new Set<number>();
    for (const token of await devices(bench, 200)) {
      for (let line = 0; line < 2; line += 1) statuses.add((await doorbell(bench, token, OFFICE)).status);
    }
    expect([...statuses]).toEqual([200]);
  });
});

/** Each has proved the same integration. The link is written straight to the store, as if the service had been asked. */
async function devices(bench: RelayBench, count: number): Promise<readonly string[]> {
  const tokens: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { deviceId, token } = await bench.device();
    await bench.store.link({ deviceId, integrationId: integrationIdSchema.parse(INTEGRATION_ID) }, bench.clock.wallMs());
    tokens.push(token);
    await bench.clock.advance(6_000);
  }
  return tokens;
}

function doorbell(bench: RelayBench, token = '', from = OFFICE): Promise<Response> {
  return bench.call('GET', RELAY_PATHS.doorbell, { token, from });
}

function page(bench: RelayBench, token = '', path = WAITING, from = OFFICE): Promise<Response> {
  return bench.call('GET', path, { token, from });
}

const STREAMS = 2_000;
/** Twice what was measured elsewhere: a leak would be many times that. */
const STREAM_BYTES_MAX = 60 * 1_024;
const OPENED_AT_ONCE = 100;

describe('2,000 quiet doorbell streams', unless(NO_PROC), () => {
  it('cost a bounded bit of memory each, and are all open', async () => {
    const file = join(tempFolder(), 'relay.db');
    const tokens = await devicesIn(file);
    const standIn = await serviceStandIn();
    onTestFinished(() => standIn.close());
    const relay = await relayProcess({
      ...standIn.environment,
      RELAY_STORE: `sqlite:${file}`,
      RELAY_METRICS_TOKEN: METRICS_TOKEN,
      RELAY_HELD_PER_ADDRESS: String(STREAMS),
    });
    onTestFinished(async () => void (await relay.end('SIGKILL')));
    const before = memoryOf(relay.pid);
    for (let at = 0; at < STREAMS; at += OPENED_AT_ONCE) {
      await Promise.all(tokens.slice(at, at + OPENED_AT_ONCE).map((token) => opened(relay.url, token)));
    }
    const metrics = await (
      await fetch(`${relay.url}${RELAY_PATHS.metrics}`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    ).text();
    expect(metrics).toContain(`intray_relay_doorbell_streams ${STREAMS}\n`);
    expect((memoryOf(relay.pid) - before) / STREAMS).toBeLessThan(STREAM_BYTES_MAX);
  }, 180_000);
});

/** Enrolled straight in the store: a relay lets one address enrol ten a minute. Created now: devices without a proof are swept after a day. */
async function devicesIn(file: string): Promise<readonly string[]> {
  const store = await sqliteStore(file, seededRandom(1));
  const tokens = Array.from({ length: STREAMS }, (_, n) => Buffer.alloc(32, `device ${n} `).toString('base64url'));
  for (const [n, token] of tokens.entries()) {
    await store.addDevice({ deviceId: uuid(1, n), name: 'PC', createdAt: Date.now(), tokenDigest: tokenDigest(token) });
    await store.link({ deviceId: uuid(1, n), integrationId: integrationIdSchema.parse(uuid(5, 1)) }, Date.now());
  }
  await store.close();
  return tokens;
}

/** Resolves when the stream's first bytes have arrived; nothing is read after them. */
function opened(url: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}${RELAY_PATHS.doorbell}`, { headers: { authorization: `Bearer ${token}` }, agent: false });
    onTestFinished(() => void asked.destroy());
    asked.once('response', (answer) => {
      answer.once('data', () => {
        answer.pause();
        resolve();
      });
    });
    asked.on('error', reject).end();
  });
}

function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1_024;
}
