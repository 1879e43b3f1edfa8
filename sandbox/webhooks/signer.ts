import { createHash, createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject, sign } from 'node:crypto';
import type { WebhookClaims } from '#shared/contract/events.ts';
import type { SecretRows } from '../store/integration-rows.ts';

export type Signer = {
  /** A compact JWT, RS512, signed by the newest key. */
  sign(claims: WebhookClaims): string;
  /** The public keys, newest first (§ Public keys); without an overlap, only the newest. */
  jwks(overlap: boolean): { readonly keys: readonly JsonWebKey[] };
  /** From now on a new key signs; the old ones stay published. Returns the new kid. */
  rotate(now: number): string;
};

type SigningKey = { readonly kid: string; readonly key: KeyObject; readonly jwk: JsonWebKey };

/** The keys published at once; signatures by older keys are days old. */
const KEYS_MAX = 20;

/** Signs synchronously, so that a simulation runs in the same order each time. */
export function signer(rows: SecretRows, newKey: () => string, now: number): Signer {
  let keys = rows.keys().map(({ pem }) => signingKey(pem));
  const rotate = (at: number): string => {
    const pem = newKey();
    const fresh = signingKey(pem);
    rows.keepKey({ kid: fresh.kid, pem }, at);
    keys = [fresh, ...keys];
    return fresh.kid;
  };
  if (keys.length === 0) rotate(now);
  return {
    sign(claims) {
      const [newest] = keys;
      if (newest === undefined) throw new Error('there is a key from the first moment on');
      const signed = `${encoded({ alg: 'RS512', typ: 'JWT', kid: newest.kid })}.${encoded(claims)}`;
      return `${signed}.${sign('sha512', Buffer.from(signed), newest.key).toString('base64url')}`;
    },
    jwks: (overlap) => ({ keys: keys.slice(0, overlap ? KEYS_MAX : 1).map(({ jwk }) => jwk) }),
    rotate,
  };
}

function signingKey(pem: string): SigningKey {
  const key = createPrivateKey(pem);
  const { kty, n, e } = createPublicKey(key).export({ format: 'jwk' });
  // The thumbprint of RFC 7638: the same key has the same name after every start.
  const kid = createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url');
  return { kid, key, jwk: { kty, n, e, kid, alg: 'RS512', use: 'sig' } as JsonWebKey };
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
