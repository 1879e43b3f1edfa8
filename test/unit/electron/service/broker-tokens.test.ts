import { describe, expect, it, onTestFinished } from 'vitest';
import { brokerTokens } from '#electron/engine/create-network.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import { type Scripted, scriptedServer } from '#test/support/network/scripted-server.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';

const GIVEN = { status: 200, body: { accessToken: 'abc', expiresIn: 1000 } };

async function aBroker(answer: () => Scripted, device: 'enrolled' | 'locked' = 'enrolled') {
  const server = await scriptedServer(answer);
  const clock = virtualClock();
  const http = undiciHttp();
  onTestFinished(() => http.close());
  const deviceToken = async () => (device === 'enrolled' ? ok('device-token') : fail({ kind: 'locked' }));
  return { server, clock, tokens: brokerTokens({ http, clock, relayUrl: () => `${server.url}/`, deviceToken }) };
}

describe('tokens from the relay', () => {
  it('are asked for once by many at the same time, and again at 80 % of their life', async () => {
    const { server, clock, tokens } = await aBroker(() => GIVEN);
    expect(await Promise.all([tokens.token(), tokens.token(), tokens.token()])).toEqual([ok('abc'), ok('abc'), ok('abc')]);
    await clock.advance(799_000);
    await tokens.token();
    expect(server.asked).toHaveLength(1);
    await clock.advance(1_000);
    await Promise.all([tokens.token(), tokens.token()]);
    expect(server.asked).toHaveLength(2);
    expect(server.asked[0]).toMatchObject({ path: '/v1/devices/me/access-token', headers: { authorization: 'Bearer device-token' } });
  });

  it.each([
    [{ status: 401 }, { kind: 'refused', code: 'device-unknown' }],
    [{ status: 404 }, { kind: 'refused', code: 'not-proved' }],
    [{ status: 503 }, { kind: 'unreachable', code: 'relay-503' }],
    [
      { status: 200, body: { accessToken: '' } },
      { kind: 'unreachable', code: 'relay-200' },
    ],
    [
      { status: 200, body: 'hello' },
      { kind: 'unreachable', code: 'relay-200' },
    ],
  ])('are not to be had after %j', async (answer, fault) => {
    expect(await (await aBroker(() => answer)).tokens.token()).toEqual(fail(fault));
  });

  it('that met a 401 are replaced by another, and not by the relay’s same one', async () => {
    let number = 0;
    const { server, tokens } = await aBroker(() => ({ status: 200, body: { accessToken: `token-${(number += 1)}`, expiresIn: 1000 } }));
    await tokens.token();
    tokens.distrust('token-0');
    tokens.distrust('token-1');
    tokens.distrust('token-1');
    expect(await Promise.all([tokens.token(), tokens.token()])).toEqual([ok('token-2'), ok('token-2')]);
    tokens.distrust('token-1');
    await tokens.token();
    expect(server.asked.map(({ headers }) => headers['cache-control'])).toEqual([undefined, 'no-cache']);
  });

  it('are not asked for while the vault is locked', async () => {
    const { server, tokens } = await aBroker(() => GIVEN, 'locked');
    expect(await tokens.token()).toEqual(fail({ kind: 'unreachable', code: 'device-locked' }));
    expect(server.asked).toEqual([]);
  });
});
