import { createPublicKey, verify } from 'node:crypto';

export type SignedText = { readonly text: string; readonly signature: string };

/** Whether the signature of a text (base64) was made with the private half of `key` (Ed25519, SPKI in base64). */
export function isSignedBy({ text, signature }: SignedText, key: string): boolean {
  try {
    const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64'));
  } catch {
    // Not a valid key or signature at all.
    return false;
  }
}
