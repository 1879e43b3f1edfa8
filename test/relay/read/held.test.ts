import { describe, expect, it } from 'vitest';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { eventsPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { INTEGRATION_ID } from '#test/unit/shared/service-client/signing.ts';
import { openRelay, type RelayBench } from '../relay-bench.ts';

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
