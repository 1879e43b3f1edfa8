import { expect, it, onTestFinished } from 'vitest';
import { relayClient } from '#electron/results/relay-client.ts';
import { ok } from '#shared/lib/result.ts';
import { undiciHttp } from '#shared/node/http.ts';
import { scriptedServer } from '#test/support/scripted-server.ts';
import { ONE } from './bench.ts';

it.each([
  [429, '1200', { kind: 'limited', code: 'status-429', retryAfterMs: 1_200_000 }],
  [429, undefined, { kind: 'limited', code: 'status-429' }],
  [503, '10', { kind: 'unreachable', code: 'status-503', retryAfterMs: 10_000 }],
  [503, 'Mon, 05 Jan 2026 08:00:00 GMT', { kind: 'unreachable', code: 'status-503' }],
  [502, '-1', { kind: 'unreachable', code: 'status-502' }],
])('a relay that answers %i and asks to wait for %s is told as that', async (status, retryAfter, failure) => {
  const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  const { url } = await scriptedServer(() => ({ status, headers }));
  const http = undiciHttp();
  onTestFinished(() => http.close());
  const client = relayClient({ http, relayUrl: () => url, deviceToken: async () => ok('device') });
  expect(await client.prove(ONE, 's3cret')).toEqual({ ok: false, failure });
});
