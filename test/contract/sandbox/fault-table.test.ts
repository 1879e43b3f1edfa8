import { describe, expect, it } from 'vitest';
import type { SwitchesPatch } from '#sandbox/switches/switches-schema.ts';
import { aCaller, type Bench, headersOf, importEntries, importInvoice, openBench, type RawAnswer, rawHttp, WAYS } from '../bench.ts';
import { ENTRIES } from '../fixtures/entries.ts';
import { pdfOf } from '../fixtures/answers.ts';
import { connect } from 'node:net';

type Rule = NonNullable<SwitchesPatch['faults']>[number];

const struckBy = (way: (typeof WAYS)[number], ...faults: Rule[]) => openBench({ way, switches: { faults } });
const documents = async (bench: Bench) => (await (await bench.control('GET', '/documents')).json()) as unknown[];
const jwks = (bench: Bench) => bench.call('/.well-known/jwks.json');

describe.each(WAYS)('the fault table (%s)', (way) => {
  it.each([401, 403, 408, 413, 429, 500, 503])('answers %i as a problem, and nothing is recorded', async (status) => {
    const bench = await struckBy(way, { effect: { kind: 'status', status } });
    const response = await importInvoice(bench, await aCaller(bench));
    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
    expect(await response.json()).toMatchObject({ status, title: expect.not.stringContaining('Status') });
    expect(await documents(bench)).toEqual([]);
  });

  it('answers 502 with the page of a proxy', async () => {
    const bench = await struckBy(way, { effect: { kind: 'status', status: 502, body: 'html' } });
    const response = await importInvoice(bench, await aCaller(bench));
    expect([response.status, response.headers.get('content-type')]).toEqual([502, 'text/html; charset=utf-8']);
    expect(await response.text()).toContain('<h1>502</h1>');
  });

  it.each([
    ['text', 'text/plain; charset=utf-8', 'Status 503\n'],
    ['empty', null, ''],
  ] as const)('answers with a body that is %s', async (body, type, text) => {
    const bench = await struckBy(way, { route: 'jwks', effect: { kind: 'status', status: 503, body } });
    const response = await jwks(bench);
    expect([response.headers.get('content-type'), await response.text()]).toEqual([type, text]);
  });

  it.each([
    ['7', '7'],
    [{ dateAfterSeconds: 90 }, 'Mon, 05 Jan 2026 08:01:30 GMT'],
    [{ dateAfterSeconds: -60 }, 'Mon, 05 Jan 2026 07:59:00 GMT'],
  ])('says when to come again, as %j', async (retryAfter, written) => {
    const bench = await struckBy(way, { route: 'jwks', effect: { kind: 'status', status: 429, retryAfter } });
    expect((await jwks(bench)).headers.get('retry-after')).toBe(written);
  });

  it('gives a right answer under a wrong name', async () => {
    const bench = await struckBy(way, { effect: { kind: 'content-type', contentType: 'text/html' } });
    const response = await importInvoice(bench, await aCaller(bench));
    expect([response.headers.get('content-type'), Object.keys((await response.json()) as object)]).toEqual(['text/html', ['documentId']]);
  });

  it('loses an answer after all was recorded, and only there', async () => {
    const bench = await struckBy(way, { times: 1, effect: { kind: 'lose-answer' } });
    const caller = await aCaller(bench);
    await expect(importInvoice(bench, caller, { externalReference: 'a' })).rejects.toThrow('fetch failed');
    expect((await importInvoice(bench, caller, { externalReference: 'a' })).status).toBe(409);
    expect((await documents(bench)).length).toBe(1);
  });

  it('cuts the connection in the middle of a request, and nothing is recorded', async () => {
    const bench = await struckBy(way, { times: 1, effect: { kind: 'reset-request', afterBytes: 100_000 } });
    const caller = await aCaller(bench);
    await expect(importInvoice(bench, caller, { file: new Blob([pdfOf(3_000_000)]) })).rejects.toThrow('fetch failed');
    expect(await documents(bench)).toEqual([]);
    expect((await importInvoice(bench, caller)).status).toBe(200);
  });

  it.each([0, 1, 20])('breaks an answer off after %i bytes, when all was recorded', async (atByte) => {
    const bench = await struckBy(way, { times: 1, effect: { kind: 'truncate-answer', atByte } });
    const response = await importInvoice(bench, await aCaller(bench));
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
    expect((await documents(bench)).length).toBe(1);
  });

  it('delivers an answer byte by byte, and the whole of it', async () => {
    const bench = await struckBy(way, { route: 'jwks', effect: { kind: 'slow-answer', everyMs: 1_000 } });
    const startMs = bench.clock.monotonicMs();
    const client = { reading: true };
    const text = jwks(bench)
      .then((response) => response.text())
      .finally(() => {
        client.reading = false;
      });
    while (client.reading) await bench.clock.advance(1_000);
    expect(Object.keys(JSON.parse(await text) as object)).toEqual(['keys']);
    expect(bench.clock.monotonicMs() - startMs).toBeGreaterThanOrEqual((await text).length * 1_000);
  });
});

describe('the fault table', () => {
  it('breaks off on the wire with the bytes it promised, and leaves no mark of its own', async () => {
    const bench = await struckBy('socket', { route: 'jwks', effect: { kind: 'truncate-answer', atByte: 5 } });
    const answer = await rawHttp(bench.origin, 'GET /.well-known/jwks.json HTTP/1.1\r\nhost: a\r\n\r\n');
    expect([answer.status, answer.body, answer.broken]).toEqual([200, '{"key', true]);
    expect(answer.head.toLowerCase()).not.toContain('sandbox');
  });

  it.each([
    ['before', 0],
    ['after', 1],
  ] as const)('waits %s all is done', async (when, recorded) => {
    const bench = await struckBy('functions', { effect: { kind: 'latency', ms: 5_000, when } });
    const caller = await aCaller(bench);
    const going = importEntries(bench, caller, { entries: ENTRIES });
    await bench.clock.run(() => bench.clock.sleepers > 1, 0);
    expect((await documents(bench)).length).toBe(recorded);
    await bench.clock.advance(5_000);
    expect((await going).status).toBe(200);
  });

  it('strikes one integration and leaves the others alone, in upper case too', async () => {
    const bench = await openBench();
    const [one, other] = [await aCaller(bench), await aCaller(bench)];
    const faults = [{ integrationId: one.integrationId, effect: { kind: 'status', status: 503 } }];
    await bench.control('PATCH', '/switches', { faults });
    const shouting = { ...one, integrationId: one.integrationId.toUpperCase() };
    const all = [await importInvoice(bench, one), await importInvoice(bench, shouting), await importInvoice(bench, other)];
    expect(all.map(({ status }) => status)).toEqual([503, 503, 200]);
  });

  it('strikes one kind of import, and all of them', async () => {
    const bench = await struckBy('functions', { route: 'sales-invoices', effect: { kind: 'status', status: 503 } });
    const caller = await aCaller(bench);
    expect([(await importInvoice(bench, caller)).status, (await importInvoice(bench, caller, {}, 'sales-invoices')).status]).toEqual([
      200, 503,
    ]);
    await bench.control('PATCH', '/switches', { faults: [{ effect: { kind: 'status', status: 500 } }] });
    expect((await importEntries(bench, caller, { entries: ENTRIES })).status).toBe(500);
    expect((await jwks(bench)).status).toBe(200);
  });

  it('strikes every route when it says all', async () => {
    const bench = await openBench();
    const caller = await aCaller(bench);
    await bench.control('PATCH', '/switches', { faults: [{ route: 'all', effect: { kind: 'status', status: 503 } }] });
    const own = `/v1/integrations/${caller.integrationId}`;
    const init = { headers: headersOf(caller) };
    for (const path of [own, '/v1/health', '/.well-known/jwks.json']) expect((await bench.call(path, init)).status).toBe(503);
    for (const path of [`${own}/entries`, '/oauth2/token']) expect((await bench.call(path, { ...init, method: 'POST' })).status).toBe(503);
  });

  it('counts down as it strikes, joins effects, and shows what is left', async () => {
    const bench = await struckBy(
      'functions',
      { route: 'jwks', times: 2, effect: { kind: 'status', status: 502, body: 'html' } },
      { route: 'jwks', effect: { kind: 'content-type', contentType: 'application/json' } },
    );
    const response = await jwks(bench);
    expect([response.status, response.headers.get('content-type')]).toEqual([502, 'application/json']);
    const { faults } = (await (await bench.control('GET', '/switches')).json()) as { faults: { times?: number }[] };
    expect(faults.map(({ times }) => times)).toEqual([1, undefined]);
  });

  it.each([
    [{ route: 'nowhere', effect: { kind: 'lose-answer' } }],
    [{ effect: { kind: 'explode' } }],
    [{ effect: { kind: 'status', status: 99 } }],
    [{ effect: { kind: 'content-type', contentType: 'a\r\nb: c' } }],
    [{ probability: 2, effect: { kind: 'lose-answer' } }],
    [{ integrationId: 'no-uuid', effect: { kind: 'lose-answer' } }],
  ])('takes no rule that makes no sense: %j', async (rule) => {
    const bench = await openBench();
    expect((await bench.control('PATCH', '/switches', { faults: [rule] })).status).toBe(400);
  });
});

type Problem = { readonly status: number; readonly type: string | undefined; readonly title?: string; readonly detail?: string };

function problemOf(answer: RawAnswer): Problem {
  const type = /^content-type: *(\S+)/im.exec(answer.head)?.[1];
  return { ...(JSON.parse(answer.body) as { title: string; detail: string }), status: answer.status, type };
}

async function asked(head: string): Promise<Problem> {
  const bench = await openBench({ way: 'socket' });
  return problemOf(await rawHttp(bench.origin, Buffer.from(`${head}\r\nconnection: close\r\n\r\n`)));
}

const PROBLEM = { type: 'application/problem+json', detail: expect.stringMatching(/^[A-Z].*\.$/) as unknown };

describe('what is refused before it is a request', () => {
  it.each([
    ['no Host', 'GET /v1/health HTTP/1.1'],
    ['an empty Host', 'GET /v1/health HTTP/1.1\r\nhost:'],
    ['a Host with a space', 'GET /v1/health HTTP/1.1\r\nhost: a b'],
    ['a Host with a path', 'GET /v1/health HTTP/1.1\r\nhost: a/b?c'],
    ['a Host with a user', 'GET /v1/health HTTP/1.1\r\nhost: me@a'],
    ['two Hosts', 'GET /v1/health HTTP/1.1\r\nhost: a\r\nhost: b'],
    ['no request', 'NONSENSE'],
  ])('is told with a problem: %s', async (_what, head) => {
    expect(await asked(head)).toMatchObject({ ...PROBLEM, status: 400, title: 'Bad Request' });
  });

  it.each(['a', 'a.example:80', '127.0.0.1:1', '[::1]:4100', 'xn--bcher-kva.example', '[::1]'])('is no Host such as %s', async (host) => {
    expect(await asked(`GET /v1/health HTTP/1.1\r\nhost: ${host}`)).toMatchObject({ status: 401 });
  });

  it('is an expectation that nobody can meet, and headers without end', async () => {
    const expecting = await asked('POST /oauth2/token HTTP/1.1\r\nhost: a\r\nexpect: a-miracle\r\ncontent-length: 0');
    expect(expecting).toMatchObject({ ...PROBLEM, status: 417, title: 'Expectation Failed' });
    const long = await asked(`GET /v1/health HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(40_000)}`);
    expect(long).toMatchObject({ ...PROBLEM, status: 431 });
  });
});

describe('another method than a path has', () => {
  const paths: readonly (readonly [string, string, string])[] = [
    ['GET', '/oauth2/token', 'POST'],
    ['POST', '/v1/health', 'GET, HEAD'],
    ['PUT', '/.well-known/jwks.json', 'GET, HEAD'],
    ['DELETE', '/v1/integrations/ID', 'GET, HEAD'],
    ['GET', '/v1/integrations/ID/purchase-invoices', 'POST'],
    ['PATCH', '/v1/integrations/ID/entries', 'POST'],
    ['DELETE', '/control/switches', 'GET, HEAD, PATCH'],
    ['PUT', '/control/integrations', 'GET, HEAD, POST'],
    ['DELETE', '/control/documents/ID/file', 'GET, HEAD'],
  ];

  it.each(paths)('is 405, with those that it has: %s %s', async (method, path, allow) => {
    const bench = await openBench();
    const answer = await bench.call(path.replace('ID', '5bc46bc3-cf1b-4862-95ce-5b408533513e'), { method });
    expect([answer.status, answer.headers.get('allow'), answer.headers.get('content-type')]).toEqual([405, allow, PROBLEM.type]);
    expect(await answer.json()).toMatchObject({ status: 405, detail: expect.stringContaining(allow) as unknown });
  });

  it('is nothing of a path that is not there', async () => {
    const bench = await openBench();
    for (const path of ['/v1/nothing', '/control/nothing', '/nothing']) {
      const answer = await bench.call(path, { method: 'DELETE' });
      expect([answer.status, answer.headers.get('allow'), answer.headers.get('content-type')]).toEqual([404, null, PROBLEM.type]);
    }
  });
});

describe('a client that hangs up', () => {
  it('is listed as a cut connection, and is no fault of the sandbox', async () => {
    const bench = await openBench({ way: 'socket' });
    const caller = await aCaller(bench);
    const own = Object.entries(headersOf(caller)).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `POST /v1/integrations/${caller.integrationId}/purchase-invoices HTTP/1.1\r\nhost: a\r\n${own.join('')}`;
    await hangUp(bench, `${head}content-type: multipart/form-data; boundary=B\r\ncontent-length: 5000\r\n\r\n--B\r\n`);
    const line = await settled(bench);
    expect(line).toMatchObject({ method: 'POST', status: 0 });
    expect(bench.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
    expect(bench.log.lines.map(({ message }) => message)).toContain('connection cut');
    expect(await (await bench.control('GET', '/documents')).json()).toEqual([]);
  });
});

function hangUp(bench: Bench, text: string): Promise<void> {
  const { hostname, port } = new URL(bench.origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      // After the system has sent it, and the sandbox has had a turn to read it.
      socket.write(text, () => setImmediate(() => socket.destroy()));
    });
    socket.once('close', () => resolve());
    socket.once('error', reject);
  });
}

type Line = { readonly method: string; readonly path: string; readonly status: number | null };

/** The newest import in the list, once its outcome is known. */
async function settled(bench: Bench): Promise<Line> {
  for (;;) {
    const lines = (await (await bench.control('GET', '/requests')).json()) as Line[];
    const line = lines.findLast(({ path }) => path.endsWith('/purchase-invoices'));
    if (line !== undefined && line.status !== null) return line;
  }
}
