import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readyLine, startProgram } from '#test/support/ready-line.ts';
import { tempFolder } from '#test/support/folders.ts';
import { aCaller, type Bench, importInvoice, openBench, rawHttp } from '../bench.ts';
import { accepted, attemptOffsets } from '../switch-proofs/proof.ts';
import { readFileSync } from 'node:fs';
import type { Decoded } from '#sandbox/decoding/decode-in-thread.ts';
import type { SwitchesPatch } from '#sandbox/switches/switches-schema.ts';
import { headersIn, headFaults, type HeadOf } from '#test/support/network/scripted-server.ts';

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
    expect(await listDocuments(bench)).toMatchObject([
      { receivedAt: '2026-01-05T08:00:00.000Z', documentState: 'Accepted', decidedAt: '2026-01-05T10:00:00.000Z' },
      { receivedAt: '2026-01-05T09:00:00.000Z', documentState: null },
    ]);
  });

  it('wakes a call that waits', async () => {
    const bench = await openBench({ switches: { importLatencyMs: 60_000 } });
    const going = importInvoice(bench, await aCaller(bench));
    while ((await listDocuments(bench)).length === 0) await bench.clock.settle();
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

async function listDocuments(bench: Bench): Promise<unknown[]> {
  return (await (await bench.control('GET', '/documents')).json()) as unknown[];
}

const file = (name: string): Blob => new Blob([readFileSync(new URL(`../../support/files/${name}`, import.meta.url))]);

async function sent(switches: SwitchesPatch, name: string) {
  const bench = await openBench({ switches });
  const answer = await importInvoice(bench, await aCaller(bench), { file: file(name), externalReference: 'a' });
  const documents = (await (await bench.control('GET', '/documents')).json()) as { readonly decoded: Decoded | null }[];
  return {
    status: answer.status,
    body: (await answer.json()) as Readonly<Record<string, unknown>>,
    decoded: documents.map((one) => one.decoded),
  };
}

describe('a file that is decoded', () => {
  it('is not, unless the switch says so', async () => {
    expect(await sent({}, 'coupe.jpg')).toMatchObject({ status: 200, decoded: [null] });
  });

  it('is shown with its pages and its size, or with its fault', async () => {
    expect(await sent({ decodesFiles: 'record' }, 'note-de-restaurant.png')).toMatchObject({
      decoded: [{ pages: 1, width: 672, height: 960 }],
    });
    expect(await sent({ decodesFiles: 'record' }, 'coupe.jpg')).toMatchObject({ status: 200, decoded: [{ fault: 'It has no end.' }] });
  });

  it('is refused as invalid if the switch says so, and not recorded', async () => {
    const refused = await sent({ decodesFiles: 'refuse' }, 'coupe.jpg');
    expect(refused).toMatchObject({
      status: 400,
      body: { errorCode: 'VALIDATION_ERROR', detail: 'file cannot be read: It has no end.' },
      decoded: [],
    });
    expect(await sent({ decodesFiles: 'refuse' }, 'note-de-restaurant.png')).toMatchObject({ status: 200, decoded: [{ pages: 1 }] });
  });
});

const ID = '5bc46bc3-cf1b-4862-95ce-5b408533513e';
const TEST_MS = 60_000;

describe('every answer of the sandbox, over its socket', () => {
  it(
    'carries the headers that keep it from being kept, guessed at or shown elsewhere, whatever the route and the caller',
    async () => {
      const sandbox = await startProgram({ args: ['sandbox/server.ts', '--port', '0'] });
      const origin = String(sandbox.ready['authUrl']);
      const wrong: string[] = [];
      const note = (what: string, head: HeadOf & { readonly status: number }): void => {
        for (const fault of headFaults(head)) wrong.push(`${what} ${head.status}: ${fault}`);
      };
      const routes = [...(await readRoutes(origin, '/openapi.json')), ...(await readRoutes(origin, '/control/openapi.json'))];
      expect(routes.length).toBeGreaterThan(20);
      const token = await fetchToken(sandbox.ready);
      for (const { method, path } of routes)
        for (const [who, headers] of [
          ['', {}],
          [' by a partner', { authorization: `Bearer ${token}` }],
          [' from another site', { 'sec-fetch-site': 'cross-site' }],
        ] as const) {
          // This would expire the token that the other requests need.
          if (path.includes('/tokens/')) continue;
          note(
            `${method} ${path}${who}`,
            await read(fetch(`${origin}${path}`, { method, headers, ...(method === 'GET' ? {} : { body: '{}' }) })),
          );
        }
      for (const path of ['/console', '/console/', '/console/nothing', '/nothing', '/v1/nothing', '/control/nothing'])
        note(path, await read(fetch(`${origin}${path}`, { redirect: 'manual' })));
      note('another method', await read(fetch(`${origin}/v1/health`, { method: 'DELETE' })));
      note('only the head', await read(fetch(`${origin}/v1/health`, { method: 'HEAD' })));
      expect(wrong).toEqual([]);
      await sandbox.stop();
    },
    TEST_MS,
  );

  it(
    'carries them on faults that are asked for, on half an answer too, and where it is refused before it is a request',
    async () => {
      const sandbox = await startProgram({ args: ['sandbox/server.ts', '--port', '0'] });
      const origin = String(sandbox.ready['authUrl']);
      const control = (patch: object): Promise<Response> =>
        fetch(`${origin}/control/switches`, { method: 'PATCH', body: JSON.stringify(patch) });
      const request = 'GET /v1/health HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n';
      for (const effect of [
        ...['problem', 'html', 'text', 'empty'].map((body) => ({ kind: 'status', status: 503, body })),
        { kind: 'truncate-answer', atByte: 5 },
      ]) {
        const set = await control({ faults: [{ route: 'health', effect }] });
        expect([effect, set.status]).toEqual([effect, 200]);
        const { head } = await rawHttp(origin, request);
        expect([effect, headFaults({ headers: headersIn(head) })]).toEqual([effect, []]);
      }
      for (const bytes of [
        'NONSENSE\r\n\r\n',
        'GET / HTTP/1.1\r\n\r\n',
        'GET / HTTP/1.1\r\nhost: a\r\nexpect: b\r\nconnection: close\r\n\r\n',
      ])
        expect([bytes, headFaults({ headers: headersIn((await rawHttp(origin, bytes)).head) })]).toEqual([bytes, []]);
      await sandbox.stop();
    },
    TEST_MS,
  );
});

type Route = { readonly method: string; readonly path: string };

/** The routes that the sandbox's own descriptions list. */
async function readRoutes(origin: string, description: string): Promise<readonly Route[]> {
  const { paths } = (await (await fetch(`${origin}${description}`)).json()) as { paths: Record<string, Record<string, unknown>> };
  const before = description.startsWith('/control') ? '/control' : '/v1';
  const tried = (path: string): string => (/^\/(v1|oauth2|\.well-known|control)\//.test(path) ? path : `${before}${path}`);
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((method) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
      .map((method) => ({ method: method.toUpperCase(), path: tried(path).replaceAll(/\{\w+\}/g, ID) })),
  );
}

async function fetchToken(ready: Readonly<Record<string, unknown>>): Promise<string> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: String(ready['clientId']),
    client_secret: String(ready['clientSecret']),
    scope: String(ready['scope']),
  });
  const answer = await fetch(`${String(ready['authUrl'])}/oauth2/token`, { method: 'POST', body: form });
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function read(asked: Promise<Response>): Promise<Response> {
  const answer = await asked;
  await answer.arrayBuffer();
  return answer;
}
