import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { plus, wallMs } from '#shared/lib/duration.ts';
import { nodeVerifierOf } from '#relay/ingest/read-webhook.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { WEBHOOK_BYTES_MAX } from '#shared/contract/limits.ts';
import { gunzip } from '#shared/node/http/gunzip.ts';
import { jwksCache } from '#shared/service-client/jwks-cache.ts';
import type { VerifierOf } from '#shared/service-client/jose-verifier.ts';
import { verifyWebhook } from '#shared/service-client/verify-webhook.ts';
import { virtualClock } from '#test/support/virtual-world.ts';
import {
  claimsFor,
  eventBody,
  hs256,
  ISSUER,
  json,
  jwt,
  part,
  readableOddities,
  rs256,
  type Script,
  scriptedHttp,
  type SigningKey,
  signingKey,
  unreachable,
  unreadableBodies,
} from './odd-events.ts';

const NOW = wallMs(Date.UTC(2026, 0, 5, 8));
const HOUR_MS = 3_600_000;

let key: SigningKey;
let other: SigningKey;
beforeAll(() => {
  key = signingKey('key-1');
  other = signingKey('key-1');
});

const VERIFIERS = [
  ['the library', undefined],
  ['Node’s own crypto', nodeVerifierOf],
] as const;

describe.each(VERIFIERS)('verifyWebhook by %s', (_name, verifierOf) => {
  const body = eventBody();
  const verify = (...args: Asked) => verifyBy(verifierOf, ...args);

  it('believes what the service signed, hex in either case', async () => {
    const found = await verify(body, jwt(key, claimsFor(body, NOW)));
    expect(found).toMatchObject({ ok: true, value: { kid: 'key-1', late: false, envelope: { type: 'DocumentStatus' } } });
    const shouted = String(claimsFor(body, NOW)['body_sha256']).toUpperCase();
    expect(await verify(body, jwt(key, claimsFor(body, NOW, { body_sha256: shouted })))).toMatchObject({ ok: true });
  });

  it('takes any typ, and never looks at keys that the JWT brings along', async () => {
    const plain = jwt(key, claimsFor(body, NOW), { typ: undefined, jku: 'http://evil.example', x5u: 'http://evil.example' });
    expect(await verify(body, plain)).toMatchObject({ ok: true });
    const brought = jwt(other, claimsFor(body, NOW), { jwk: other.jwk });
    expect(await verify(body, brought)).toEqual(forged('signature'));
  });

  it('refuses every other algorithm', async () => {
    const claims = claimsFor(body, NOW);
    expect(await verify(body, `${part({ alg: 'none', kid: 'key-1' })}.${part(claims)}.`)).toEqual(forged('alg'));
    expect(await verify(body, hs256(key, claims))).toEqual(forged('alg'));
    expect(await verify(body, rs256(key, claims))).toEqual(forged('alg'));
    expect(await verify(body, jwt(key, claims, { alg: 'rs512' }))).toEqual(forged('alg'));
  });

  it('refuses a signature by another key, an unknown kid, no kid and no signature', async () => {
    const claims = claimsFor(body, NOW);
    expect(await verify(body, jwt(other, claims))).toEqual(forged('signature'));
    expect(await verify(body, jwt(key, claims, { kid: 'key-2' }))).toEqual({
      ok: false,
      failure: { kind: 'unknown-key', code: 'unknown_key' },
    });
    expect(await verify(body, jwt(key, claims, { kid: undefined }))).toEqual(forged('kid-missing'));
    expect(await verify(body, jwt(key, claims, { kid: 7 }))).toEqual(forged('kid-missing'));
    expect(await verify(body, jwt(key, claims, { crit: ['b64'], b64: false }))).toEqual(forged('crit'));
    expect(await verify(body, null)).toEqual(forged('unsigned'));
  });

  it('refuses every spelling but the canonical one', async () => {
    const good = jwt(key, claimsFor(body, NOW));
    const [head, payload, signature] = good.split('.');
    // 256 bytes leave four spare bits in the last character, so other characters there spell the same signature.
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const odd = `${good.slice(0, -1)}${last[last.indexOf(good.slice(-1)) + 1]}`;
    const spellings = [
      `${good}==`,
      ` ${good}`,
      `${good}\n`,
      `${good}.x`,
      `${head}.${payload}`,
      `${head}. ${payload}.${signature}`,
      odd,
      'a.b.c',
    ];
    for (const spelling of spellings) expect(await verify(body, spelling)).toEqual(malformed('jwt-form'));
    expect(await verify(body, 'x'.repeat(9_000))).toEqual(malformed('jwt-length'));
  });

  it('refuses another body under a good signature', async () => {
    const good = jwt(key, claimsFor(body, NOW));
    expect(await verify(eventBody({ id: '11111111-2222-4333-8444-555555555555' }), good)).toEqual(forged('body'));
    expect(await verify(Buffer.concat([body, Buffer.from(' ')]), good)).toEqual(forged('body'));
  });

  it('refuses another issuer and a future date', async () => {
    expect(await verify(body, jwt(key, claimsFor(body, NOW, { iss: `${ISSUER}/` })))).toEqual(forged('issuer'));
    expect(await verify(body, jwt(key, claimsFor(body, NOW + 61_000)))).toEqual(forged('issued-in-future'));
    expect(await verify(body, jwt(key, claimsFor(body, NOW + 59_000)))).toMatchObject({ ok: true });
  });

  it('refuses what is not valid yet by its nbf, a minute of skew allowed', async () => {
    const from = (ms: number) => jwt(key, claimsFor(body, NOW, { nbf: (NOW + ms) / 1000 }));
    expect(await verify(body, from(61_000))).toEqual(forged('not-yet-valid'));
    for (const ms of [60_000, 0, -HOUR_MS]) expect(await verify(body, from(ms))).toMatchObject({ ok: true });
  });

  it('takes a late retry that was not signed again until it is 49 hours old', async () => {
    const signed = jwt(key, claimsFor(body, NOW));
    expect(await verify(body, signed, NOW + 359_000)).toMatchObject({ ok: true, value: { late: false } });
    expect(await verify(body, signed, NOW + 48 * HOUR_MS)).toMatchObject({ ok: true, value: { late: true } });
    expect(await verify(body, signed, NOW + 49 * HOUR_MS)).toEqual(forged('expired'));
  });

  it('never calls forged or malformed what the service signed and nobody can read', async () => {
    for (const { name, body: odd, says, claims } of unreadableBodies()) {
      const bodyDigest = claimsFor(odd, NOW)['body_sha256'];
      expect([name, await verify(odd, jwt(key, claimsFor(odd, NOW, claims)))]).toMatchObject([
        name,
        { ok: false, failure: { kind: 'odd', code: says, bodyDigest, key: { kid: 'key-1' } } },
      ]);
    }
  });

  it('asks for signature, issuer, hash and dates before it looks at the shape', async () => {
    for (const { body: odd } of [...unreadableBodies(), ...readableOddities()]) {
      expect(await verify(odd, jwt(other, claimsFor(odd, NOW)))).toEqual(forged('signature'));
      expect(await verify(odd, jwt(key, claimsFor(odd, NOW, { iss: 'https://evil.example' })))).toEqual(forged('issuer'));
      expect(await verify(odd, jwt(key, claimsFor(Buffer.from('other'), NOW)))).toEqual(forged('body'));
      expect(await verify(odd, jwt(key, claimsFor(odd, NOW)), NOW + 49 * HOUR_MS)).toEqual(forged('expired'));
    }
    expect(await verify(body, jwt(key, claimsFor(body, NOW, { body_sha256: undefined })))).toEqual(malformed('claims'));
  });

  it('opens what the service packed before it signed, and no more than an event may hold', async () => {
    const packed = gzipSync(body);
    expect(await verify(packed, jwt(key, claimsFor(packed, NOW)))).toMatchObject({
      ok: true,
      value: { envelope: { type: 'DocumentStatus' } },
    });
    const bomb = gzipSync(Buffer.concat([body, Buffer.alloc(50_000_000, ' ')]));
    expect(await verify(bomb, jwt(key, claimsFor(bomb, NOW)))).toMatchObject({ failure: { kind: 'odd', code: 'json' } });
    expect(await verify(packed, jwt(other, claimsFor(packed, NOW)))).toEqual(forged('signature'));
  });

  it('keeps an unknown type', async () => {
    const odd = eventBody({ type: 'SomethingNew' });
    expect(await verify(odd, jwt(key, claimsFor(odd, NOW, { ce_type: 'SomethingNew' })))).toMatchObject({ ok: true });
  });

  it('leaves out keys that are none, or too short, or hold a modulus that cannot be', async () => {
    const signed = jwt(key, claimsFor(body, NOW));
    const short = signingKey('key-1', 1_024);
    for (const jwk of [
      short.jwk,
      { ...key.jwk, e: '' },
      { ...key.jwk, e: 'AA' },
      { ...key.jwk, n: `${String(key.jwk['n'])}=` },
      { kty: 'RSA' },
    ]) {
      const found = await verify(body, signed, NOW, () => json({ keys: [jwk] }));
      expect(found.ok).toBe(false);
    }
  });

  it('is unsure, not sure of a forgery, while the keys cannot be read', async () => {
    const found = await verify(body, jwt(key, claimsFor(body, NOW)), NOW, () => unreachable);
    expect(found).toEqual({ ok: false, failure: { kind: 'unsure', code: 'keys' } });
  });
});

type Asked = readonly [body: Uint8Array, signature: string | null, at?: number, script?: Script];

function verifyBy(verifierOf: VerifierOf | undefined, ...[body, signature, at = NOW, script = () => json({ keys: [key.jwk] })]: Asked) {
  const by = verifierOf === undefined ? {} : { verifierOf };
  const keys = jwksCache({
    http: scriptedHttp(script),
    clock: virtualClock(),
    sha256: nodeSha256,
    jwksUrl: 'http://localhost/jwks',
    ...by,
  });
  return verifyWebhook(
    { jwt: signature, body, receivedAt: plus(wallMs(at), 0) },
    { keys, issuer: ISSUER, sha256: nodeSha256, unpack: gunzip(WEBHOOK_BYTES_MAX) },
  );
}

function forged(code: string) {
  return { ok: false, failure: { kind: 'forged', code } };
}

function malformed(code: string) {
  return { ok: false, failure: { kind: 'malformed', code } };
}
