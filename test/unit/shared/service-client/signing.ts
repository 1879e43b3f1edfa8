import { createHash, createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';

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
