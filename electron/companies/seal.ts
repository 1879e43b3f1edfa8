import { createCipheriv, createDecipheriv } from 'node:crypto';

/** Bytes of an AES-256 key, and of a nonce and tag of GCM. */
export const KEY_BYTES = 32;
export const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

export type Sealing = {
  readonly key: Uint8Array;
  /** Random, and never used twice with one key. */
  readonly nonce: Uint8Array;
  /** What is stored in clear beside it and must not be replaceable. */
  readonly bound: Uint8Array;
};

/** Encrypts and authenticates; the tag is at the end. */
export function seal(plain: Uint8Array, by: Sealing): Uint8Array<ArrayBuffer> {
  const cipher = createCipheriv(CIPHER, by.key, by.nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(by.bound);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return new Uint8Array(sealed);
}

/** The plain bytes, or null if the key is another one or a bit was changed. */
export function unseal(sealed: Uint8Array, by: Sealing): Uint8Array | null {
  if (sealed.byteLength < TAG_BYTES || by.key.byteLength !== KEY_BYTES || by.nonce.byteLength !== NONCE_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, by.key, by.nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(by.bound);
  decipher.setAuthTag(sealed.subarray(sealed.byteLength - TAG_BYTES));
  const plain = decipher.update(sealed.subarray(0, sealed.byteLength - TAG_BYTES));
  try {
    return Buffer.concat([plain, decipher.final()]);
  } catch {
    // Here `final` throws only for a tag that does not match.
    return null;
  }
}
