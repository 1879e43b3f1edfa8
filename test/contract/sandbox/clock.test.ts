import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readyLine } from '#test/support/ready-line.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { aCaller, type Bench, importInvoice, openBench } from '../bench.ts';
import { accepted, attemptOffsets } from '../switch-proofs/proof.ts';

const HOUR = 3_600_000;

describe('the clock of the sandbox', () => {
  it('makes all that falls due happen, each at its own moment: 48 hours of retries', async () => {
    const bench = await openBench();
    bench.webhooks.answer(503);
    await accepted(bench);
    const clock = await (await bench.control('POST', '/clock', { advanceMs: 49 * HOUR })).json();
    expect(clock).toEqual({ now: '2026-01-07T09:00:00.000Z', aheadMs: 49 * HOUR });
    const offsets = await attemptOffsets(bench);
    expect([offsets.length, offsets.slice(0, 5)]).toEqual([579, [0, 5_000, 10_000, 30_000, 330_000]]);
    expect(await (await bench.control('GET', '/deliveries')).json()).toMatchObject([{ state: 'given-up' }]);
  });

  it('ends the life of tokens, decides what was to be decided, and dates what comes then', async () => {
    const bench = await openBench({ switches: { autoDecide: { afterMs: 2 * HOUR } } });
    const caller = await aCaller(bench);
    await importInvoice(bench, caller);
    await bench.control('POST', '/clock', { advanceMs: HOUR });
    expect((await importInvoice(bench, caller)).status).toBe(401);
    expect((await importInvoice(bench, { ...caller, token: await bench.token() })).status).toBe(200);
    await bench.control('POST', '/clock', { advanceMs: HOUR });
    expect(await documents(bench)).toMatchObject([
      { receivedAt: '2026-01-05T08:00:00.000Z', documentState: 'Accepted', decidedAt: '2026-01-05T10:00:00.000Z' },
      { receivedAt: '2026-01-05T09:00:00.000Z', documentState: null },
    ]);
  });

  it('wakes a call that waits', async () => {
    const bench = await openBench({ switches: { importLatencyMs: 60_000 } });
    const going = importInvoice(bench, await aCaller(bench));
    while ((await documents(bench)).length === 0) await bench.clock.settle();
    await bench.control('POST', '/clock', { advanceMs: 60_000 });
    expect((await going).status).toBe(200);
  });

  it('goes on from there by itself', async () => {
    const bench = await openBench();
    await bench.control('POST', '/clock', { advanceMs: 1_000 });
    await bench.clock.advance(500);
    expect(await (await bench.control('GET', '/clock')).json()).toEqual({ now: '2026-01-05T08:00:01.500Z', aheadMs: 1_000 });
  });

  it.each([{ advanceMs: -1 }, { advanceMs: 0.5 }, {}])('is not moved by %j', async (body) => {
    const bench = await openBench();
    expect((await bench.control('POST', '/clock', body)).status).toBe(400);
  });

  it('moves in a program, where retries then come over a real socket, and stays ahead after a kill', async () => {
    const tries: number[] = [];
    const receiver = createServer((request, response) => {
      const status = [500, 307, 404][tries.length] ?? 204;
      // A sender that follows the redirect appears at another path.
      tries.push(request.url === '/webhooks' ? status : 0);
      response.writeHead(status, status === 307 ? { location: '/elsewhere' } : {}).end();
    });
    await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', () => listening()));
    onTestFinished(() => receiver.close().closeAllConnections());
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhooks`;
    const args = ['sandbox/server.ts', '--data', join(tempFolder(), 'sandbox.db'), '--webhook-url', url];
    const first = await readyLine({ args });
    const control = String(first.ready['controlUrl']);
    const post = (path: string, body = '{}') => fetch(`${control}${path}`, { method: 'POST', body });
    const { integrationId } = (await (await post('/integrations')).json()) as { integrationId: string };
    await post(`/integrations/${integrationId}/revoke`);
    await post('/clock', JSON.stringify({ advanceMs: HOUR }));
    expect(tries).toEqual([500, 307, 404, 204]);
    await first.stop('SIGKILL');
    const second = await readyLine({ args });
    expect(await (await fetch(`${String(second.ready['controlUrl'])}/clock`)).json()).toMatchObject({ aheadMs: expect.closeTo(HOUR, -4) });
  });
});

async function documents(bench: Bench): Promise<unknown[]> {
  return (await (await bench.control('GET', '/documents')).json()) as unknown[];
}
