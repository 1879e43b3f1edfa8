import { beforeAll, describe, expect, it } from 'vitest';
import { nodeSha256 } from '#shared/node/digest.ts';
import { publishedKeys } from '#shared/service-client/rsa-keys.ts';
import { type SigningKey, signingKey } from './signing.ts';

/** The example of RFC 7638, section 3.1. */
const RFC_7638 = {
  kty: 'RSA',
  n: '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw',
  e: 'AQAB',
  alg: 'RS512',
  kid: '2011-04-29',
};

let key: SigningKey;
beforeAll(() => {
  key = signingKey('key');
});

const found = (...keys: readonly unknown[]) => publishedKeys({ keys }, nodeSha256);

describe('the keys of a set', () => {
  it('have the thumbprint of RFC 7638, whatever stands beside the key and however its numbers are written', () => {
    const [one] = found(RFC_7638);
    expect(one).toEqual({
      kid: '2011-04-29',
      thumbprint: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
      jwk: { kty: 'RSA', n: RFC_7638.n, e: 'AQAB' },
    });
    const led = Buffer.concat([Buffer.alloc(3), Buffer.from(RFC_7638.n, 'base64url')]).toString('base64url');
    expect(found({ ...RFC_7638, n: led, d: 'private', x5u: 'http://evil.example' })).toEqual([one]);
  });

  it('are several of one name, and one of two names, but each pair once', () => {
    const other = signingKey('key');
    expect(found(key.jwk, other.jwk, key.jwk, { ...key.jwk, kid: 'alias' }).map(({ kid }) => kid)).toEqual(['key', 'key', 'alias']);
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
    expect(found(change(key.jwk))).toEqual([]);
  });

  it('count with the exponent 3, with key_ops that verify, and without use, key_ops and alg', () => {
    const { use: _, alg: __, ...bare } = key.jwk;
    expect(found({ ...key.jwk, e: 'Aw' }, bare, { ...bare, kid: 'ops', key_ops: ['verify'] })).toHaveLength(3);
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
