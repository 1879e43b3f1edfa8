import { describe, expect, it, onTestFinished } from 'vitest';
import { checkConnection } from '#electron/service/check-connection.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { serviceProfileSchema } from '#shared/contract/service-profile.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import { tokenCache } from '#shared/service-client/token-cache.ts';
import { type Scripted, scriptedServer } from '#test/support/network/scripted-server.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';

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
