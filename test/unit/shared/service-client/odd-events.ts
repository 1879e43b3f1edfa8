import { createHash, createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { utf8 } from '#shared/lib/bytes.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { Http, HttpAnswer, HttpFault, HttpRequest } from '#shared/ports/http.ts';

/** A body with an odd shape, and what is reported about it. `claims`: those of the JWT that differ. */
export type OddBody = { readonly name: string; readonly body: Buffer; readonly says: string; readonly claims?: Record<string, unknown> };

type Json = Record<string, unknown>;

/** Odd, but everything that a result needs is there: each is read. `says` is what is found odd. */
export function readableOddities(fields: EventFields = {}): readonly OddBody[] {
  const plain = eventBody(fields);
  return [
    { name: 'a byte order mark', says: 'byte-order-mark', body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), plain]) },
    { name: 'letters of ISO 8859-1', says: 'encoding', body: Buffer.from(plain.toString(), 'latin1') },
    { name: 'an id that is no UUID', says: 'id', body: changed(plain, { id: 'event-17' }) },
    { name: 'an id that is a number', says: 'id', body: changed(plain, { id: 17 }) },
    { name: 'no id', says: 'id', body: changed(plain, { id: undefined }) },
    { name: 'no time', says: 'time', body: changed(plain, { time: undefined }) },
    { name: 'a time of null', says: 'time', body: changed(plain, { time: null }) },
    { name: 'no source', says: 'source', body: changed(plain, { source: undefined }) },
    { name: 'a JWT without an id', says: 'jti', body: plain, claims: { jti: undefined } },
  ];
}

/** Signed, but not a readable event. `says` is why. */
export function unreadableBodies(fields: EventFields = {}): readonly OddBody[] {
  const plain = eventBody(fields);
  const text = plain.toString();
  return [
    { name: 'half of the JSON', says: 'json', body: plain.subarray(0, 60) },
    { name: 'nothing', says: 'json', body: Buffer.alloc(0) },
    { name: 'a page of a proxy', says: 'json', body: Buffer.from('<html>503</html>') },
    { name: 'a list', says: 'json', body: Buffer.from(`[${text}]`) },
    { name: 'UTF-16', says: 'json', body: Buffer.from(`\u{FEFF}${text}`, 'utf16le') },
    { name: 'another specversion', says: 'envelope', body: changed(plain, { specversion: '2.0' }) },
    { name: 'no type', says: 'envelope', body: changed(plain, { type: undefined }) },
    { name: 'no data', says: 'envelope', body: changed(plain, { data: undefined }) },
    { name: 'an integrationId that is none', says: 'envelope', body: changed(plain, { data: { integrationId: 7 } }) },
    { name: 'another type than the JWT', says: 'ce-type', body: plain, claims: { ce_type: 'Revocation' } },
    { name: 'a JWT without a type', says: 'claims', body: plain, claims: { ce_type: undefined } },
    { name: 'a JWT whose dates are texts', says: 'claims', body: plain, claims: { iat: 'yesterday', exp: 'tomorrow' } },
    { name: 'a JWT that is valid from a text on', says: 'claims', body: plain, claims: { nbf: 'tomorrow' } },
  ];
}

function changed(body: Buffer, change: Json): Buffer {
  return Buffer.from(JSON.stringify({ ...(JSON.parse(body.toString()) as Json), ...change }));
}

export type SigningKey = {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly jwk: Record<string, unknown>;
};

export const ISSUER = 'https://service.example';
export const INTEGRATION_ID = '7f9c24e8-3b13-4c4d-9b0c-1f2e3d4c5b6a';

export function signingKey(kid: string, bits = 2048): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  return { kid, privateKey, publicKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS512' } };
}

export type EventFields = {
  readonly id?: string;
  readonly type?: string;
  readonly integrationId?: string | null;
  readonly documentId?: string;
  readonly time?: string;
};

/** The body of a webhook, written by hand from the contract (§ Envelope). */
export function eventBody(fields: EventFields = {}): Buffer {
  const type = fields.type ?? 'DocumentStatus';
  const integrationId = fields.integrationId === undefined ? INTEGRATION_ID : fields.integrationId;
  return Buffer.from(
    JSON.stringify({
      specversion: '1.0',
      id: fields.id ?? 'c1a2b3c4-d5e6-4f70-8192-a3b4c5d6e7f8',
      source: ISSUER,
      type,
      datacontenttype: 'application/json',
      time: fields.time ?? '2026-01-05T08:00:00.000Z',
      data: {
        integrationId,
        documentId: fields.documentId ?? '0d9e8f7a-6b5c-4d3e-8f1a-2b3c4d5e6f70',
        externalReference: 'iy1abc',
        documentState: 'Refused',
        rejectedDatetime: '2026-01-05T07:59:58.000Z',
        rejectionReason: 'Facture illisible : montant à vérifier',
        metadata: null,
      },
    }),
  );
}

/** Claims as the contract lists them (§ Webhook signature). */
export function claimsFor(body: Uint8Array, nowMs: number, changes: Record<string, unknown> = {}): Record<string, unknown> {
  const iat = Math.floor(nowMs / 1000);
  const digest = createHash('sha256').update(body).digest('hex');
  return {
    iss: ISSUER,
    jti: '3f6c9a10-0000-4000-8000-000000000001',
    body_sha256: digest,
    ce_type: 'DocumentStatus',
    iat,
    exp: iat + 300,
    ...changes,
  };
}

export function jwt(key: SigningKey, claims: Record<string, unknown>, header: Record<string, unknown> = {}): string {
  const signed = `${part({ alg: 'RS512', typ: 'JWT', kid: key.kid, ...header })}.${part(claims)}`;
  return `${signed}.${createSign('RSA-SHA512').update(signed).sign(key.privateKey, 'base64url')}`;
}

/** RS256 with the right key: a real signature, but of the wrong algorithm. */
export function rs256(key: SigningKey, claims: Record<string, unknown>): string {
  const signed = `${part({ alg: 'RS256', kid: key.kid })}.${part(claims)}`;
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key.privateKey, 'base64url')}`;
}

/** The classic algorithm confusion: an HMAC whose secret is the public key, which everybody has. */
export function hs256(key: SigningKey, claims: Record<string, unknown>): string {
  const signed = `${part({ alg: 'HS256', kid: key.kid })}.${part(claims)}`;
  const secret = key.publicKey.export({ format: 'pem', type: 'spki' });
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

export function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

type ScriptedHttp = Http & { readonly requests: readonly HttpRequest[] };
export type Script = (request: HttpRequest, count: number) => Result<HttpAnswer, HttpFault> | Promise<Result<HttpAnswer, HttpFault>>;

/** The outside world, scripted by the test. */
export function scriptedHttp(script: Script): ScriptedHttp {
  const requests: HttpRequest[] = [];
  return {
    requests,
    async send(request) {
      requests.push(request);
      return script(request, requests.length);
    },
    open: () => Promise.reject(new Error('no streams here')),
  };
}

export function json(value: unknown, status = 200): Result<HttpAnswer, HttpFault> {
  return ok({ status, headers: { 'content-type': 'application/json' }, body: utf8(JSON.stringify(value)) });
}

export const unreachable: Result<HttpAnswer, HttpFault> = {
  ok: false,
  failure: { kind: 'unreachable', sent: 'never-sent', code: 'ECONNREFUSED' },
};
