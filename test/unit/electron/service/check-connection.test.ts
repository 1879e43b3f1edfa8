import { describe, expect, it, onTestFinished } from 'vitest';
import { checkConnection, isRevokedIn } from '#electron/service/check-connection.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { serviceProfileSchema } from '#shared/contract/service-profile.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import { tokenCache, type TokenFault } from '#shared/service-client/token-cache.ts';
import { type Scripted, scriptedServer } from '#test/support/network/scripted-server.ts';
import { virtualClock } from '#test/support/virtual-world.ts';
import { tryOut } from '#electron/service/try-out.ts';
import type { Tried } from '#shared/app-api/diagnostics.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { failureOf } from '#electron/service/import-document.ts';
import type { HttpFault } from '#shared/ports/http.ts';

const ID = '11111111-1111-4111-8111-111111111111' as IntegrationId;
const GOOD = { status: 204 };

async function check(health: readonly Scripted[], status: Scripted, token: 'ok' | 'none' = 'ok') {
  const left = [...health];
  const server = await scriptedServer(({ path }) => (path === '/v1/health' ? (left.shift() ?? { status: 500 }) : status));
  const http = undiciHttp();
  onTestFinished(() => http.close());
  const fetchToken = async () =>
    token === 'ok' ? ok({ value: 'token', expiresInSeconds: 3600 }) : fail({ kind: 'unreachable', code: 'relay-503' } as const);
  const profile = serviceProfileSchema.parse({
    baseUrl: `${server.url}/v1`,
    authUrl: server.url,
    jwksUrl: server.url,
    issuer: 'https://service.test',
  });
  const checked = await checkConnection({ http, tokens: tokenCache(fetchToken, virtualClock()), profile: () => profile })({
    integrationId: ID,
    secret: 's3cret',
  });
  return { checked, server };
}

describe('the check of a connection', () => {
  it('asks health without the secret and the status route with it', async () => {
    const { checked, server } = await check([GOOD], { status: 200, body: { anything: true } });
    expect(checked).toEqual({ kind: 'valid' });
    expect(server.asked.map(({ path, headers }) => [path, headers['x-service-api-key']])).toEqual([
      ['/v1/health', undefined],
      [`/v1/integrations/${ID}`, 's3cret'],
    ]);
  });

  it('calls it the partner when health refuses a fresh token too, and asks no further', async () => {
    const { checked, server } = await check([{ status: 401 }, { status: 401 }], { status: 200 });
    expect(checked).toEqual({ kind: 'partner' });
    expect(server.asked).toHaveLength(2);
  });

  it('goes on when only the first token was stale', async () => {
    expect((await check([{ status: 401 }, GOOD], { status: 200 })).checked).toEqual({ kind: 'valid' });
  });

  it.each([
    [{ status: 401, body: { title: 'Unauthorized', detail: 'SMB Closed' } }, 'SMB_CLOSED'],
    [{ status: 401, body: { title: 'smb not found' } }, 'SMB_NOTFOUND'],
    [{ status: 401, body: '<p>CPA closed</p>' }, 'CPA_CLOSED'],
    [{ status: 410, body: 'reason: CPA-CLOSED.' }, 'CPA_CLOSED'],
    [{ status: 401, body: { errorCode: 'SMB_CLOSED' } }, 'SMB_CLOSED'],
    [{ status: 404 }, null],
    [{ status: 200, body: { status: 'revoked' } }, null],
    [{ status: 200, body: { state: 'Revoked', detail: 'SMB Closed' } }, 'SMB_CLOSED'],
    [{ status: 200, body: { integration: { revokedAt: '2026-01-05T08:00:00Z' } } }, null],
    [{ status: 401, body: '' }, null],
  ])('finds it invalid by %j', async (status, reason) => {
    expect((await check([GOOD], status)).checked).toEqual({ kind: 'invalid', reason, status: status.status });
  });

  it.each([[{ status: 500 }], [{ status: 503 }], [{ status: 403 }], [{ status: 302, headers: { location: '/' } }], ['cut' as const]])(
    'learns nothing from %j of the status route',
    async (status) => {
      expect((await check([GOOD], status)).checked).toMatchObject({ kind: 'unknown', where: 'service' });
    },
  );

  it('learns nothing from a hotel that answers 200 to everything', async () => {
    const { checked, server } = await check([{ status: 200, body: '<html>' }], { status: 200, body: '<html>' });
    expect(checked).toEqual({ kind: 'unknown', where: 'service', code: 'health-200' });
    expect(server.asked).toHaveLength(1);
  });

  it('learns nothing without a token', async () => {
    const { checked, server } = await check([GOOD], { status: 200 }, 'none');
    expect(checked).toEqual({ kind: 'unknown', where: 'relay', code: 'relay-503' });
    expect(server.asked).toEqual([]);
  });
});

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

describe('a 200 of the status route', () => {
  it.each<readonly [object]>([
    [{ status: 'revoked' }],
    [{ status: 'REVOKED_BY_CLIENT' }],
    [{ integrationId: 'x', state: 'Revoked' }],
    [{ integration_status: 'expired' }],
    [{ status: 'ok', data: { status: 'revoked' } }],
    [{ status: 200, integration: { state: 'revoked' } }],
    [{ revoked: true }],
    [{ isRevoked: true, revokedAt: null }],
    [{ valid: false }],
    [{ is_active: false }],
    [{ revokedAt: '2026-01-05T08:00:00Z' }],
    [{ revocation_date: '2026-01-05' }],
    [{ revokedAt: 1_767_600_000 }],
    [{ revokedAt: 1_767_600_000_000 }],
  ])('is read as revoked by %j', (body) => {
    expect(isRevokedIn(Buffer.from(JSON.stringify(body)))).toBe(true);
  });

  it.each<readonly [unknown]>([
    [{}],
    [{ status: 'active' }],
    [{ status: 'active', revokedAt: null, revoked: false }],
    [{ status: 'active', revokedAt: '2025-01-05T08:00:00Z' }],
    [{ status: 'revoked', active: true }],
    [{ status: 'revoked', revoked: false }],
    [{ status: 'not_revoked' }],
    [{ status: 'revocation-pending' }],
    [{ state: 'something new' }],
    [{ revoked: 'true' }],
    [{ revoked: null }],
    [{ active: null, valid: 0 }],
    [{ revokedAt: '' }],
    [{ revokedAt: 'never' }],
    [{ revokedAt: '0001-01-01T00:00:00Z' }],
    [{ revokedAt: '1970-01-01T00:00:00Z' }],
    [{ revokedAt: '9999-12-31T00:00:00Z' }],
    [{ revokedAt: 0 }],
    [{ comment: 'revoked', history: [{ status: 'revoked' }], webhook: { status: 'revoked' } }],
    [['revoked']],
    ['revoked'],
    [null],
  ])('changes nothing by %j', (body) => {
    expect(isRevokedIn(Buffer.from(JSON.stringify(body)))).toBe(false);
  });

  it('changes nothing without a body, or with one that is no JSON', () => {
    for (const body of ['', '<p>revoked</p>', '{"status":"revoked"']) expect(isRevokedIn(Buffer.from(body))).toBe(false);
  });
});

const code = 'CODE';

describe('a missing answer', () => {
  it.each<[HttpFault['kind'], HttpFault['sent'], object]>([
    ['unreachable', 'never-sent', { kind: 'offline', code }],
    ['timed-out', 'never-sent', { kind: 'offline', code }],
    ['broken', 'never-sent', { kind: 'offline', code }],
    ['stopped', 'never-sent', { kind: 'offline', code }],
    ['certificate', 'never-sent', { kind: 'certificate', code }],
    ['proxy', 'never-sent', { kind: 'proxy', code }],
    ['unreachable', 'maybe-received', { kind: 'broken', code, tries: 1 }],
    ['broken', 'maybe-received', { kind: 'broken', code, tries: 1 }],
    ['stopped', 'maybe-received', { kind: 'broken', code, tries: 1 }],
    ['timed-out', 'maybe-received', { kind: 'timed-out' }],
    ['certificate', 'maybe-received', { kind: 'certificate', code }],
    ['proxy', 'maybe-received', { kind: 'proxy', code }],
    ['too-large', 'maybe-received', { kind: 'not-understood', status: 0, tries: 1 }],
  ])('that is %s and %s is a failure of nobody’s, by its true name', (kind, sent, failure) => {
    expect(failureOf({ kind, sent, code })).toEqual(failure);
  });

  it('for a certificate of a later day is this computer’s clock, which nobody else can mend', () => {
    const failure = { kind: 'clock', aheadMs: null };
    expect(failureOf({ kind: 'certificate', sent: 'never-sent', code: 'CERT_NOT_YET_VALID' })).toEqual(failure);
    expect(failureOf({ kind: 'certificate', sent: 'never-sent', code: 'CERT_HAS_EXPIRED' })).toMatchObject({ kind: 'certificate' });
  });
});
