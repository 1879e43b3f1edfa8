import { describe, expect, it } from 'vitest';
import { type HeadOf, headFaults, headersIn } from '#test/support/network/head-faults.ts';
import { startProgram } from '#test/support/ready-line.ts';
import { rawHttp } from '../raw-http.ts';

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
