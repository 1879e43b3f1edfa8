import { beforeAll, describe, expect, it } from 'vitest';
import { nodeSha256 } from '#shared/node/digest.ts';
import { publishedKeys } from '#shared/service-client/rsa-keys.ts';
import {
  claimsFor,
  eventBody,
  INTEGRATION_ID,
  json,
  readableOddities,
  scriptedHttp,
  type SigningKey,
  signingKey,
  unreachable,
  unreadableBodies,
} from './odd-events.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { type AccessToken, tokenCache, type TokenFault } from '#shared/service-client/token-cache.ts';
import { virtualClock } from '#test/support/virtual-world.ts';
import { requestToken } from '#shared/service-client/request-token.ts';
import { bodyAtHand } from '#test/support/network/scripted-server.ts';
import { createHash } from 'node:crypto';
import { readEvent } from '#shared/service-client/read-event.ts';

/** The example of RFC 7638, section 3.1. */
const RFC_7638 = {
  kty: 'RSA',
  n: '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw',
  e: 'AQAB',
  alg: 'RS512',
  kid: '2011-04-29',
};

let key: SigningKey;

const keysFound = (...keys: readonly unknown[]) => publishedKeys({ keys }, nodeSha256);

describe('the keys of a set', () => {
  beforeAll(() => {
    key = signingKey('key');
  });

  it('have the thumbprint of RFC 7638, whatever stands beside the key and however its numbers are written', () => {
    const [one] = keysFound(RFC_7638);
    expect(one).toEqual({
      kid: '2011-04-29',
      thumbprint: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
      jwk: { kty: 'RSA', n: RFC_7638.n, e: 'AQAB' },
    });
    const led = Buffer.concat([Buffer.alloc(3), Buffer.from(RFC_7638.n, 'base64url')]).toString('base64url');
    expect(keysFound({ ...RFC_7638, n: led, d: 'private', x5u: 'http://evil.example' })).toEqual([one]);
  });

  it('are several of one name, and one of two names, but each pair once', () => {
    const other = signingKey('key');
    expect(keysFound(key.jwk, other.jwk, key.jwk, { ...key.jwk, kid: 'alias' }).map(({ kid }) => kid)).toEqual(['key', 'key', 'alias']);
  });

  it.each<readonly [string, (jwk: SigningKey['jwk']) => unknown]>([
    ['a key of 2,047 bits', () => ({ ...key.jwk, n: halved(String(key.jwk['n'])) })],
    ['a key of 1,024 bits that is filled up with zeros', () => ({ ...key.jwk, n: `${'A'.repeat(172)}${short()}` })],
    ['the exponent 1', (jwk) => ({ ...jwk, e: 'AQ' })],
    ['an even exponent', (jwk) => ({ ...jwk, e: 'AQAA' })],
    ['no exponent', (jwk) => ({ ...jwk, e: '' })],
    ['the exponent 0', (jwk) => ({ ...jwk, e: 'AA' })],
    ['a modulus that is padded', (jwk) => ({ ...jwk, n: `${String(jwk['n'])}=` })],
    ['use enc', (jwk) => ({ ...jwk, use: 'enc' })],
    ['key_ops without verify', (jwk) => ({ ...jwk, use: undefined, key_ops: ['encrypt', 'sign'] })],
    ['another algorithm', (jwk) => ({ ...jwk, alg: 'RS256' })],
    ['no name', (jwk) => ({ ...jwk, kid: '' })],
    ['a NUL in its name', (jwk) => ({ ...jwk, kid: 'a\0b' })],
    ['half a character in its name', (jwk) => ({ ...jwk, kid: 'a\ud83d' })],
    ['another type', () => ({ kty: 'oct', kid: 'key', k: 'AAAA' })],
    ['nothing', () => null],
  ])('do not count with %s', (_, change) => {
    expect(keysFound(change(key.jwk))).toEqual([]);
  });

  it('count with the exponent 3, with key_ops that verify, and without use, key_ops and alg', () => {
    const { use: _, alg: __, ...bare } = key.jwk;
    expect(keysFound({ ...key.jwk, e: 'Aw' }, bare, { ...bare, kid: 'ops', key_ops: ['verify'] })).toHaveLength(3);
  });

  it('are none of what is no key set', () => {
    for (const set of [null, 7, [], {}, { keys: {} }]) expect(publishedKeys(set, nodeSha256)).toEqual([]);
  });
});

/** The same number without its highest bit, which is set in a modulus of 2,048 bits. */
function halved(modulus: string): string {
  const bytes = Buffer.from(modulus, 'base64url');
  bytes[0] = (bytes[0] ?? 0) & 0x7f;
  return bytes.toString('base64url');
}

function short(): string {
  return String(signingKey('short', 1_024).jwk['n']);
}

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

const CREDENTIALS = { authUrl: 'https://auth.example/', clientId: 'an id', clientSecret: 's&=é+', scope: '' };

describe('requestToken', () => {
  it('posts a form with the client credentials', async () => {
    const http = scriptedHttp(() => json({ token_type: 'Bearer', expires_in: '3600', access_token: 'abc' }));
    expect(await requestToken(http, CREDENTIALS)).toMatchObject(ok({ value: 'abc', expiresInSeconds: 3_600 }));
    const [request] = http.requests;
    expect(request).toMatchObject({ method: 'POST', url: 'https://auth.example/oauth2/token' });
    expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    const sent = new URLSearchParams(bodyAtHand(request?.body).toString());
    expect(Object.fromEntries(sent)).toEqual({ grant_type: 'client_credentials', client_id: 'an id', client_secret: 's&=é+' });
  });

  it('names a scope when there is one', async () => {
    const http = scriptedHttp(() => json({ token_type: 'bearer', expires_in: 3600, access_token: 'abc' }));
    await requestToken(http, { ...CREDENTIALS, scope: 'import' });
    expect(bodyAtHand(http.requests[0]?.body).toString()).toContain('&scope=import');
  });

  it('tells refused credentials from everything that says nothing about them', async () => {
    const answers = [
      [json({ error: 'invalid_client' }, 401), { kind: 'refused', code: 'invalid_client' }],
      [json({ error: 'invalid_scope', error_description: 'x' }, 400), { kind: 'refused', code: 'invalid_scope' }],
      [json({ title: 'Unauthorized' }, 401), { kind: 'refused', code: 'http-401' }],
      [json('<html>', 403), { kind: 'unreachable', code: 'http-403' }],
      [json({ error: 'temporarily_unavailable' }, 503), { kind: 'unreachable', code: 'http-503' }],
      [json({ hello: 1 }), { kind: 'unreachable', code: 'not-a-token' }],
      [unreachable, { kind: 'unreachable', code: 'ECONNREFUSED' }],
    ] as const;
    for (const [answer, failure] of answers) {
      const http = scriptedHttp(() => answer);
      expect(await requestToken(http, CREDENTIALS)).toMatchObject({ ok: false, failure });
    }
  });
});

const NOW = Date.UTC(2026, 0, 5, 8);

describe('an event in signed bytes', () => {
  it('has nothing odd as the contract shows it', () => {
    expect(read(eventBody())).toMatchObject({ ok: true, value: { odd: [], envelope: { data: { documentState: 'Refused' } } } });
  });

  it.each(readableOddities())('is read with $name, and that is said', ({ body, says, claims }) => {
    expect(read(body, claims)).toMatchObject({
      ok: true,
      value: {
        odd: [says],
        envelope: {
          type: 'DocumentStatus',
          data: { integrationId: INTEGRATION_ID, documentState: 'Refused', rejectionReason: 'Facture illisible : montant à vérifier' },
        },
      },
    });
  });

  it.each(unreadableBodies())('is none in $name', ({ body, says, claims }) => {
    expect(read(body, claims)).toEqual({ ok: false, failure: says });
  });

  it('without an id has one of its bytes: the same for a repetition, another for another event, and a UUID', () => {
    const [one, again, other] = ['d1', 'd1', 'd2'].map((reason) => {
      const text = eventBody({ id: 'odd' }).toString().replace('illisible', reason);
      const found = read(Buffer.from(text));
      return found.ok ? found.value.envelope.id : null;
    });
    expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(again).toBe(one);
    expect(other).not.toBe(one);
  });
});

function read(body: Buffer, changes: Record<string, unknown> = {}) {
  const bodyDigest = createHash('sha256').update(body).digest('hex');
  return readEvent({ claims: claimsFor(body, NOW, changes), body, bodyDigest });
}
