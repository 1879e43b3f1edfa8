import { beforeAll, describe, expect, it } from 'vitest';
import { fail, ok } from '#shared/lib/result.ts';
import type { HttpRequest } from '#shared/ports/http.ts';
import { jwksCache } from '#shared/service-client/jwks-cache.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';
import { json, type Script, scriptedHttp, unreachable } from './scripted-http.ts';
import { jwt, type SigningKey, signingKey } from './signing.ts';

const UNKNOWN = { ok: false, failure: { kind: 'unknown-kid' } };
const UNREACHABLE = { ok: false, failure: { kind: 'unreachable' } };

let first: SigningKey;
let second: SigningKey;
let weak: SigningKey;
beforeAll(() => {
  first = signingKey('first');
  second = signingKey('second');
  weak = signingKey('weak', 1024);
});

describe('jwksCache', () => {
  it('reads the set once for a burst and checks signatures by its keys', async () => {
    const { cache, http } = cacheOf(() => json({ keys: [first.jwk] }));
    const found = await Promise.all([cache.key('first'), cache.key('first'), cache.key('first')]);
    expect(http.requests).toHaveLength(1);
    const [one] = found;
    expect(one.ok && (await one.value(jwt(first, { a: 1 })))).toBe(true);
    expect(one.ok && (await one.value(jwt(second, { a: 1 })))).toBe(false);
  });

  it('fetches again at once for a new key, and keeps the old one for good', async () => {
    const { cache } = cacheOf((_, count) => json({ keys: [count === 1 ? first.jwk : second.jwk] }));
    expect(await cache.key('first')).toMatchObject({ ok: true });
    expect(await cache.key('second')).toMatchObject({ ok: true });
    expect(await cache.key('first')).toMatchObject({ ok: true });
  });

  it('reads at most once in 30 seconds for invented kids, and does not claim to know meanwhile', async () => {
    const { cache, clock, http } = cacheOf((_, count) => json({ keys: count < 3 ? [first.jwk] : [first.jwk, second.jwk] }));
    await cache.key('first');
    expect(await cache.key('invented')).toEqual(UNKNOWN);
    expect(await cache.key('invented')).toEqual(UNKNOWN);
    expect(await cache.key('second')).toEqual(UNREACHABLE);
    expect(http.requests).toHaveLength(2);
    await clock.advance(30_000);
    expect(await cache.key('second')).toMatchObject({ ok: true });
    expect(http.requests).toHaveLength(3);
  });

  it('tries a set that could not be read again after a second', async () => {
    const { cache, clock, http } = cacheOf((_, count) => (count === 1 ? unreachable : json({ keys: [first.jwk] })));
    expect(await cache.key('first')).toEqual(UNREACHABLE);
    expect(await cache.key('first')).toEqual(UNREACHABLE);
    expect(http.requests).toHaveLength(1);
    await clock.advance(1_000);
    expect(await cache.key('first')).toMatchObject({ ok: true });
  });

  it('takes neither short keys, nor keys for something else, nor what is no key', async () => {
    const odd = [weak.jwk, { ...first.jwk, use: 'enc' }, { ...second.jwk, alg: 'RS256' }, { kty: 'oct', kid: 'first', k: 'AAAA' }, null, 7];
    for (const kid of ['weak', 'first', 'second']) expect(await cacheOf(() => json({ keys: odd })).cache.key(kid)).toEqual(UNKNOWN);
  });

  it('asks once more with a token when the service wants one', async () => {
    const { cache, http } = cacheOf(wantsToken, () => Promise.resolve(ok('t1')));
    expect(await cache.key('first')).toMatchObject({ ok: true });
    expect(http.requests).toHaveLength(2);
    expect(await cacheOf(wantsToken, () => Promise.resolve(fail('no'))).cache.key('first')).toEqual(UNREACHABLE);
    expect(await cacheOf(wantsToken).cache.key('first')).toEqual(UNREACHABLE);
  });

  it('says whether the set was ever read, and reads it when not', async () => {
    const { cache, clock } = cacheOf((_, count) => (count === 1 ? json({}, 500) : json({ keys: [] })));
    expect(await cache.wasRead()).toBe(false);
    await clock.advance(1_000);
    expect(await cache.wasRead()).toBe(true);
  });
});

function wantsToken(request: HttpRequest) {
  return request.headers['authorization'] === 'Bearer t1' ? json({ keys: [first.jwk] }) : json({}, 401);
}

function cacheOf(script: Script, token?: () => Promise<ReturnType<typeof ok<string>> | ReturnType<typeof fail>>) {
  const http = scriptedHttp(script);
  const clock = virtualClock();
  return { http, clock, cache: jwksCache({ http, clock, jwksUrl: 'http://localhost/jwks', ...(token === undefined ? {} : { token }) }) };
}
