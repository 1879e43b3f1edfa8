import { describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { type AccessToken, tokenCache, type TokenFault } from '#shared/service-client/token-cache.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';

describe('tokenCache', () => {
  it('shares one request between callers and keeps the token for 80 % of its life', async () => {
    const { cache, clock, count } = cacheOf();
    expect(await Promise.all([cache.token(), cache.token(), cache.token()])).toEqual([ok('t1'), ok('t1'), ok('t1')]);
    await clock.advance(2_879_000);
    expect(await cache.token()).toEqual(ok('t1'));
    expect(await cache.fresh()).toEqual(ok({ value: 't1', expiresInSeconds: 721 }));
    expect(count()).toBe(1);
    await clock.advance(1_000);
    expect(await cache.token()).toEqual(ok('t2'));
  });

  it('notices sleep and a clock that was set back', async () => {
    const { cache, clock } = cacheOf();
    await cache.token();
    clock.jump(3_600_000);
    expect(await cache.token()).toEqual(ok('t2'));
    clock.jump(-7_200_000);
    expect(await cache.token()).toEqual(ok('t3'));
  });

  it('fetches anew once, however many met a 401 with the same token', async () => {
    const { cache, count } = cacheOf();
    await cache.token();
    cache.distrust('t1');
    expect(await cache.token()).toEqual(ok('t2'));
    cache.distrust('t1');
    expect(await cache.token()).toEqual(ok('t2'));
    expect(count()).toBe(2);
  });

  it('keeps no failure', async () => {
    const { cache } = cacheOf((count) => (count === 1 ? fail({ kind: 'unreachable', code: 'ECONNREFUSED' }) : null));
    expect(await cache.token()).toMatchObject({ ok: false });
    expect(await cache.token()).toEqual(ok('t2'));
  });
});

function cacheOf(fault: (count: number) => Result<never, TokenFault> | null = () => null) {
  const clock = virtualClock();
  let asked = 0;
  const fetchToken = (): Promise<Result<AccessToken, TokenFault>> => {
    asked += 1;
    return Promise.resolve(fault(asked) ?? ok({ value: `t${asked}`, expiresInSeconds: 3_600 }));
  };
  return { clock, cache: tokenCache(fetchToken, clock), count: () => asked };
}
