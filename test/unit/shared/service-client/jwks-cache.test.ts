import { beforeAll, describe, expect, it } from 'vitest';
import { fail, ok } from '#shared/lib/result.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { HttpRequest } from '#shared/ports/http.ts';
import { type JwksCache, jwksCache, type JwksOptions } from '#shared/service-client/jwks-cache.ts';
import { virtualClock } from '#test/support/virtual-world.ts';
import { json, jwt, type Script, scriptedHttp, type SigningKey, signingKey, unreachable } from './odd-events.ts';

let first: SigningKey;
let second: SigningKey;
let exchanged: SigningKey;
let stranger: SigningKey;
beforeAll(() => {
  first = signingKey('first');
  second = signingKey('second');
  exchanged = signingKey('first');
  stranger = signingKey('first');
});

const kinds = async (cache: JwksCache, ...keys: readonly SigningKey[]) => {
  const found = [];
  for (const key of keys) found.push((await cache.check(key.kid, jwt(key, { a: 1 }))).kind);
  return found;
};
const invented = (cache: JwksCache, kid: string) => cache.check(kid, jwt(stranger, { a: 1 }, { kid }));

describe('jwksCache', () => {
  it('reads the set once for a burst and checks signatures by its keys', async () => {
    const { cache, http } = cacheOf(() => json({ keys: [first.jwk] }));
    const found = await Promise.all([kinds(cache, first), kinds(cache, first), kinds(cache, first)]);
    expect(found.flat()).toEqual(['verified', 'verified', 'verified']);
    expect(http.requests).toHaveLength(1);
    expect(await kinds(cache, stranger)).toEqual(['forged']);
  });

  it('fetches again at once for a new key, and keeps the old one where nobody says for how long', async () => {
    const { cache, clock } = cacheOf((_, count) => json({ keys: [count === 1 ? first.jwk : second.jwk] }));
    expect(await kinds(cache, first, second, first)).toEqual(['verified', 'verified', 'verified']);
    for (let day = 0; day < 400; day += 100) {
      await clock.advance(100 * 86_400_000);
      await cache.refresh();
    }
    expect(await kinds(cache, first)).toEqual(['verified']);
  });

  it('calls an invented kid unknown, reads at most once in 30 seconds for all of them, and is never unsure while the set can be read', async () => {
    const { cache, clock, http } = cacheOf((_, count) => json({ keys: count < 3 ? [first.jwk] : [first.jwk, second.jwk] }));
    await kinds(cache, first);
    for (const kid of ['invented', 'invented', 'another', 'one more']) expect(await invented(cache, kid)).toEqual({ kind: 'unknown-key' });
    expect(await kinds(cache, second)).toEqual(['unknown-key']);
    expect(http.requests).toHaveLength(2);
    await clock.advance(30_000);
    expect(await kinds(cache, second)).toEqual(['verified']);
    expect(http.requests).toHaveLength(3);
  });

  it('is unsure of an unknown kid while the set cannot be read, tries again after a second, and needs no reading for a key that it has', async () => {
    const { cache, clock, http } = cacheOf((_, count) => (count === 1 ? unreachable : json({ keys: [first.jwk] })));
    expect(await kinds(cache, first, first)).toEqual(['unsure', 'unsure']);
    expect(http.requests).toHaveLength(1);
    await clock.advance(1_000);
    expect(await kinds(cache, first)).toEqual(['verified']);
    const later = cacheOf((_, count) => (count === 1 ? json({ keys: [first.jwk] }) : unreachable));
    expect(await kinds(later.cache, first, second, first)).toEqual(['verified', 'unsure', 'verified']);
  });

  it('reads again for a key that was exchanged under its name, at most once in 30 seconds, and tries both from then on', async () => {
    const { cache, clock, http } = cacheOf((_, count) => json({ keys: [count === 1 ? first.jwk : exchanged.jwk] }));
    expect(await kinds(cache, first, exchanged, first)).toEqual(['verified', 'verified', 'verified']);
    expect(await kinds(cache, stranger, stranger, stranger)).toEqual(['forged', 'forged', 'forged']);
    expect(http.requests).toHaveLength(2);
    await clock.advance(30_000);
    expect(await kinds(cache, stranger, stranger)).toEqual(['forged', 'forged']);
    expect(http.requests).toHaveLength(3);
  });

  it('takes an empty or broken set for one that cannot be read', async () => {
    const broken = [json({ keys: [] }), json({}), json([]), json({ keys: [null, 7] }), json({ keys: [first.jwk] }, 500)];
    for (const answer of broken) {
      const { cache } = cacheOf(() => answer);
      expect(await kinds(cache, first)).toEqual(['unsure']);
      expect(await cache.refresh()).toBe(false);
    }
  });

  it('asks once more with a token when the service wants one', async () => {
    const { cache, http } = cacheOf(wantsToken, { token: () => Promise.resolve(ok('t1')) });
    expect(await kinds(cache, first)).toEqual(['verified']);
    expect(http.requests).toHaveLength(2);
    expect(await kinds(cacheOf(wantsToken, { token: () => Promise.resolve(fail('no')) }).cache, first)).toEqual(['unsure']);
    expect(await kinds(cacheOf(wantsToken).cache, first)).toEqual(['unsure']);
  });

  it('says whether the set was ever read, and reads it when not', async () => {
    const { cache, clock } = cacheOf((_, count) => (count === 1 ? json({}, 500) : json({ keys: [first.jwk] })));
    expect(await cache.wasRead()).toBe(false);
    await clock.advance(1_000);
    expect(await cache.wasRead()).toBe(true);
  });
});

describe('a key that has left', () => {
  const HOUR_MS = 3_600_000;
  const leaving = () => {
    let published = [first.jwk, second.jwk];
    const { cache, clock } = cacheOf(() => json({ keys: published }), { departedCountsMs: 49 * HOUR_MS });
    const read = async (after: number, ...now: readonly SigningKey['jwk'][]) => {
      await clock.advance(after);
      published = [...now];
      return cache.refresh();
    };
    return { cache, clock, read };
  };

  it('counts until 49 hours after the second good reading without it, then is unknown', async () => {
    const { cache, clock, read } = leaving();
    await kinds(cache, first);
    await read(0, second.jwk);
    await read(15 * 60_000, second.jwk);
    await clock.advance(49 * HOUR_MS - 1);
    expect(await kinds(cache, first)).toEqual(['verified']);
    await clock.advance(1);
    expect(await kinds(cache, first, second)).toEqual(['unknown-key', 'verified']);
  });

  it('has not left for readings that are close together, for an empty set, or where it came back in between', async () => {
    const { cache, clock, read } = leaving();
    await kinds(cache, first);
    await read(0, second.jwk);
    await read(15 * 60_000 - 1, second.jwk);
    expect(await read(1_000)).toBe(false);
    await read(1_000, first.jwk, second.jwk);
    await read(60_000, second.jwk);
    await clock.advance(100 * HOUR_MS);
    expect(await kinds(cache, first)).toEqual(['verified']);
  });
});

function wantsToken(request: HttpRequest) {
  return request.headers['authorization'] === 'Bearer t1' ? json({ keys: [first.jwk] }) : json({}, 401);
}

function cacheOf(script: Script, how: Partial<JwksOptions> = {}) {
  const http = scriptedHttp(script);
  const clock = virtualClock();
  return { http, clock, cache: jwksCache({ http, clock, sha256: nodeSha256, jwksUrl: 'http://localhost/jwks', ...how }) };
}
