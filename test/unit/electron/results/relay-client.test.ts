import { expect, it, onTestFinished } from 'vitest';
import { relayClient } from '#electron/results/relay-client.ts';
import { ok } from '#shared/lib/result.ts';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import { SHARED_HEADER } from '#shared/relay-protocol/protocol.ts';
import { scriptedServer } from '#test/support/network/scripted-server.ts';
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

it('takes no answer of a proxy for the word of the relay that no copy of the profile runs', async () => {
  const answers = [
    { status: 204, headers: { [SHARED_HEADER]: '1' } },
    { status: 502, headers: {} },
    { status: 204, headers: {} },
  ];
  const { url } = await scriptedServer(() => answers.shift() ?? { status: 500 });
  const http = undiciHttp();
  onTestFinished(() => http.close());
  const heard: boolean[] = [];
  const client = relayClient({ http, relayUrl: () => url, deviceToken: async () => ok('device'), heardOther: (is) => heard.push(is) });
  for (let asked = 0; asked < 3; asked += 1) await client.leave(ONE);
  expect(heard).toEqual([true, false]);
});
