import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { aCaller, type Bench, headersOf, openBench, type RawAnswer, rawHttp } from '../bench.ts';

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
