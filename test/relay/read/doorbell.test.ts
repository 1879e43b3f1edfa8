import { describe, expect, it } from 'vitest';
import type { StreamSink } from '#relay/http/stream-sink.ts';
import { INTEGRATION_ID } from '#test/unit/shared/service-client/odd-events.ts';
import { openRelay, type RelayBench, uuid } from '../relay-bench.ts';

const OTHER_ID = uuid(5, 1);

describe('the doorbell', () => {
  it('says the current heads on connecting, then rings after each commit', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    await bench.deliver({ id: uuid(4, 1) });
    const stream = await listen(bench, token);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.response.headers.get('x-accel-buffering')).toBe('no');
    const head = (seq: number) =>
      `event: seq\ndata: ${JSON.stringify({ integrationId: INTEGRATION_ID, epoch: bench.store.epoch, seq })}\n\n`;
    expect(await stream.next()).toBe(head(1));
    const rung = stream.next();
    await bench.clock.settle();
    await bench.deliver({ id: uuid(4, 2) });
    expect(await rung).toBe(head(2));
  });

  it('is asked by HEAD without being rung: no stream is opened, and none that is in use ends', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    const streams = [await listen(bench, token), await listen(bench, token)];
    for (const stream of streams) await stream.next();
    const rung = streams.map((stream) => stream.next());
    const asked = new Request('https://relay.example/v1/devices/me/doorbell', {
      method: 'HEAD',
      headers: { authorization: `Bearer ${token}` },
    });
    const answer = await bench.relay.fetch(asked, { remoteAddress: '192.0.2.1' });
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([200, 'text/event-stream; charset=utf-8', '']);
    await bench.deliver({ id: uuid(4, 1) });
    for (const next of rung) expect(await next).toContain('"seq":1');
  });

  it('tells everybody of a revocation that names no integration, and nothing of it', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    const stream = await listen(bench, token);
    await stream.next();
    const next = stream.next();
    await bench.clock.settle();
    await bench.deliver({ id: uuid(4, 1), integrationId: null, type: 'Revocation' });
    expect(await next).toBe('event: revocation\ndata: {}\n\n');
  });

  it('says only the newest to a slow reader', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    const stream = await listen(bench, token);
    await stream.next();
    for (let n = 1; n <= 20; n += 1) await bench.deliver({ id: uuid(4, n) });
    const heard: number[] = [];
    while (heard.at(-1) !== 20) heard.push(Number(/"seq":(\d+)/.exec((await stream.next()) ?? '')?.[1]));
    expect(heard.length).toBeLessThanOrEqual(2);
  });

  it('never rings for what a device has not proved', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    await bench.device(OTHER_ID);
    const stream = await listen(bench, token);
    await stream.next();
    const next = stream.next();
    await bench.deliver({ id: uuid(4, 1), integrationId: OTHER_ID });
    await bench.clock.settle();
    await bench.deliver({ id: uuid(4, 2) });
    expect(await next).toContain(INTEGRATION_ID);
  });

  it('beats every 15 seconds while it is quiet', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    const stream = await listen(bench, token);
    expect(await stream.next()).toContain('"seq":0');
    for (let beat = 0; beat < 3; beat += 1) {
      const next = stream.next();
      await bench.clock.settle();
      await bench.clock.advance(14_999);
      expect(bench.clock.sleepers).toBe(1);
      await bench.clock.advance(1);
      expect(await next).toBe(': alive\n\n');
    }
  });

  it('rings for an integration that is proved while it is open, and ends when the device is removed', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(OTHER_ID);
    const stream = await listen(bench, token);
    await stream.next();
    const next = stream.next();
    await prove(bench, token);
    expect(await next).toContain(INTEGRATION_ID);
    await bench.call('DELETE', '/v1/devices/me', { token });
    expect(await stream.next()).toBeNull();
  });

  it('is given to nobody who has proved nothing, and is from the first proof on', async () => {
    const bench = await openRelay();
    const { token } = await bench.device();
    const { response, next } = await listen(bench, token);
    expect([response.status, await next()]).toEqual([404, expect.stringContaining('not-found')]);
    await prove(bench, token);
    const stream = await listen(bench, token);
    expect([stream.response.status, await stream.next()]).toEqual([200, expect.stringContaining(INTEGRATION_ID)]);
  });

  it('ends with the last proof, also where that goes while it is opened', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    const stream = await listen(bench, token);
    await stream.next();
    const late = await listen(bench, token);
    await bench.call('DELETE', `/v1/devices/me/integrations/${INTEGRATION_ID}`, { token });
    expect([await stream.next(), await late.next()]).toEqual([null, null]);
    expect((await listen(bench, token)).response.status).toBe(404);
  });

  it('has two streams a device: the third ends the first', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    const streams = [await listen(bench, token), await listen(bench, token), await listen(bench, token)];
    for (const stream of streams.slice(1)) expect(await stream.next()).toContain(INTEGRATION_ID);
    const [first] = streams;
    const said = [await first?.next(), await first?.next()];
    expect(said.at(-1)).toBeNull();
  });

  it('ends when the relay closes', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    const stream = await listen(bench, token);
    await stream.next();
    await bench.clock.settle();
    await bench.relay.close();
    // Thousands of readers reconnect over three seconds, not at once.
    expect(Number(/^retry: (\d+)\n\n$/.exec((await stream.next()) ?? '')?.[1])).toBeGreaterThanOrEqual(200);
    expect(await stream.next()).toBeNull();
    expect((await bench.call('GET', '/v1/devices/me/doorbell', { token })).status).toBe(503);
  });
});

describe('the doorbell on a connection in hand', () => {
  it('says the same, coalesces for a reader that is slow, and goes on when it has taken all', async () => {
    const { bench, line } = await connected();
    await bench.clock.settle();
    expect(line.texts.splice(0).join('')).toContain('"seq":0');
    line.full = true;
    await bench.deliver({ id: uuid(4, 1) });
    await bench.clock.settle();
    for (let n = 2; n <= 20; n += 1) await bench.deliver({ id: uuid(4, n) });
    expect(line.texts.join('')).not.toContain('"seq":20');
    line.full = false;
    line.take();
    await bench.clock.settle();
    expect(line.texts.splice(0).filter((text) => text.includes('seq'))).toHaveLength(2);
    await bench.clock.advance(15_000);
    expect(line.texts.at(-1)).toBe(': alive\n\n');
    expect(line.is).toBe('open');
  });

  it('is cut when its reader takes nothing for half a minute, and counted', async () => {
    const { bench, line } = await connected();
    await bench.clock.settle();
    line.full = true;
    await bench.deliver({ id: uuid(4, 1) });
    await bench.clock.settle();
    await bench.clock.advance(29_999);
    expect(line.is).toBe('open');
    await bench.clock.advance(1);
    expect(line.is).toBe('cut');
    expect(await bench.metrics()).toContain('streams_ended_total{why="stalled"} 1');
  });

  it('ends with a word on when to come back as the relay closes, and is forgotten when its reader goes', async () => {
    const first = await connected();
    await first.bench.clock.settle();
    await first.bench.relay.close();
    await first.bench.clock.settle();
    expect(first.line.texts.at(-1)).toMatch(/^retry: \d+\n\n$/);
    expect(first.line.is).toBe('ended');
    const second = await connected();
    second.line.gone();
    expect(await second.bench.metrics()).toContain('doorbell_streams 0');
  });
});

/** A device's stream on a connection that the test simulates. */
async function connected() {
  const bench = await openRelay();
  const { token } = await bench.device(INTEGRATION_ID);
  const line = { texts: [] as string[], full: false, is: 'open', take: () => {}, gone: () => {} };
  const sink: StreamSink = {
    write: (text) => line.texts.push(text) > 0 && !line.full,
    drained: () => new Promise((resolve) => (line.take = resolve)),
    onClose: (listener) => (line.gone = listener),
    end: () => (line.is = 'ended'),
    cut: () => (line.is = 'cut'),
  };
  const request = new Request('http://relay.test/v1/devices/me/doorbell', { headers: { authorization: `Bearer ${token}` } });
  const stream = () => ({ sink, response: new Response(null) });
  expect((await bench.relay.fetch(request, { remoteAddress: '', stream })).status).toBe(200);
  return { bench, line };
}

async function prove(bench: RelayBench, token: string): Promise<void> {
  const integrationSecret = bench.service.integration(INTEGRATION_ID);
  await bench.call('POST', '/v1/devices/me/integrations', { token, json: { integrationId: INTEGRATION_ID, integrationSecret } });
}

async function listen(bench: RelayBench, token: string) {
  const response = await bench.call('GET', '/v1/devices/me/doorbell', { token });
  const reader = response.body?.getReader();
  const next = async (): Promise<string | null> => {
    const chunk = await reader?.read();
    return chunk?.value === undefined ? null : Buffer.from(chunk.value).toString();
  };
  return { response, next };
}
