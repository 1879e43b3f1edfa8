import { describe, expect, it, onTestFinished } from 'vitest';
import { tryOut } from '#electron/service/try-out.ts';
import type { Tried } from '#shared/app-api/diagnostics.ts';
import { serviceProfileSchema } from '#shared/contract/service-profile.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import { type TokenFault, tokenCache } from '#shared/service-client/token-cache.ts';
import { type Scripted, scriptedServer } from '#test/support/network/scripted-server.ts';

type Having = {
  readonly token?: TokenFault;
  readonly set?: boolean;
  /** Instead of the server's own address. */
  readonly to?: string;
};

async function tried(what: Tried, answer: Scripted, { token, set = true, to }: Having = {}) {
  const server = await scriptedServer(() => answer);
  const http = undiciHttp();
  onTestFinished(() => http.close());
  const url = to ?? server.url;
  const profile = serviceProfileSchema.parse({ baseUrl: `${url}/v1`, authUrl: url, jwksUrl: url, issuer: 'https://service.test' });
  let tokens = 0;
  const fetchToken = async () => {
    tokens += 1;
    return token === undefined ? ok({ value: `token-${tokens}`, expiresInSeconds: 3600 }) : fail(token);
  };
  const clock = nodeClock();
  const attempt = tryOut({
    http,
    clock,
    tokens: tokenCache(fetchToken, clock),
    profile: () => (set ? profile : null),
    relayUrl: () => (set ? url : null),
  });
  return { result: await attempt(what), asked: server.asked, tokens: () => tokens };
}

/** A port on this computer where nothing listens. */
const NOWHERE = 'http://127.0.0.1:9';

describe('trying out the way to the service', () => {
  it('makes a round trip with a token, and tells how long it took', async () => {
    const { result, asked } = await tried('service', { status: 204 });
    expect(result).toEqual({ ok: true, value: { milliseconds: expect.any(Number) } });
    expect(asked.map(({ path, headers }) => [path, headers['authorization']])).toEqual([['/v1/health', 'Bearer token-1']]);
  });

  it('takes a 401 for an answer where there is no token yet, and for a no where there is one', async () => {
    const token = { kind: 'refused', code: 'not-proved' } as const;
    expect((await tried('service', { status: 401 }, { token })).result.ok).toBe(true);
    expect((await tried('service', { status: 401 })).result).toEqual({ ok: false, failure: { kind: 'partner', code: 'status-401' } });
  });

  it.each([
    [{ status: 200, body: '<p>Please log in' }, 'answer'],
    [{ status: 502 }, 'answer'],
    ['cut', 'network'],
  ] as const)('tells %j from the service', async (answer, kind) => {
    expect((await tried('service', answer)).result).toMatchObject({ ok: false, failure: { kind } });
  });

  it('says that nothing gets there, and that nothing is set', async () => {
    for (const what of ['service', 'relay', 'proxy'] as const) {
      expect((await tried(what, { status: 204 }, { to: NOWHERE })).result).toMatchObject({ ok: false, failure: { kind: 'network' } });
      expect((await tried(what, { status: 204 }, { set: false })).result).toMatchObject({ failure: { kind: 'not-set' } });
    }
  });
});

describe('trying out the relay', () => {
  it('asks its health, and is not taken in by a page', async () => {
    const good = await tried('relay', { status: 200, body: { status: 'ok' } });
    expect(good.result.ok).toBe(true);
    expect(good.asked.map(({ path }) => path)).toEqual(['/healthz']);
    const page = await tried('relay', { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Welcome' });
    expect(page.result).toMatchObject({ failure: { kind: 'answer' } });
  });
});

describe('trying out the credentials', () => {
  it('asks for a new token, since one in memory shows nothing', async () => {
    const { result, tokens } = await tried('credentials', { status: 204 });
    expect(result.ok).toBe(true);
    expect(tokens()).toBe(2);
  });

  it.each([
    [{ kind: 'refused', code: 'invalid_client', own: true }, 'credentials'],
    [{ kind: 'refused', code: 'invalid_client' }, 'partner'],
    [{ kind: 'refused', code: 'not-proved' }, 'not-connected'],
    [{ kind: 'unreachable', code: 'vault-locked' }, 'vault'],
    [{ kind: 'unreachable', code: 'X', http: { kind: 'proxy', sent: 'never-sent', code: 'PROXY_407' } }, 'proxy'],
    [{ kind: 'unreachable', code: 'X', http: { kind: 'timed-out', sent: 'maybe-received', code: 'T' } }, 'timed-out'],
    [{ kind: 'unreachable', code: 'X', http: { kind: 'too-large', sent: 'maybe-received', code: 'T' } }, 'answer'],
    [{ kind: 'unreachable', code: 'relay-503' }, 'answer'],
  ] as const)('tells %j', async (token, kind) => {
    expect((await tried('credentials', { status: 204 }, { token })).result).toMatchObject({ ok: false, failure: { kind } });
  });
});
