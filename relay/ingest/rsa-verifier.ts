import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { VerifierOf } from '#shared/service-client/jose-verifier.ts';

const DIGEST = 'RSA-SHA512';

/**
 * RS512 by Node's own crypto, on this thread: a third of the cost of WebCrypto's threads. It is lenient about base64url, so it
 * may only be used behind the checks of `verifyWebhook`.
 */
export const nodeVerifierOf: VerifierOf = (jwk) => {
  const key = publicKey(jwk);
  if (key === null) return Promise.resolve(null);
  return Promise.resolve((compact) => {
    const dot = compact.lastIndexOf('.');
    const signed = Buffer.from(compact.slice(0, dot), 'latin1');
    return verify(DIGEST, signed, key, Buffer.from(compact.slice(dot + 1), 'base64url'));
  });
};

function publicKey(jwk: Parameters<VerifierOf>[0]): KeyObject | null {
  try {
    return createPublicKey({ format: 'jwk', key: jwk });
  } catch {
    // Malformed numbers, or no key at all: left out like any other key that cannot be used.
    return null;
  }
}
