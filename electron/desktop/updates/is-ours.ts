import { createPublicKey, verify } from 'node:crypto';
import { type Update, updateText } from '#shared/domain/update.ts';

/** Whether an update was signed with the private half of `key` (Ed25519, SPKI in base64), which only our releases know. */
export function isOurs(update: Update, key: string): boolean {
  try {
    const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    return verify(null, Buffer.from(updateText(update)), publicKey, Buffer.from(update.signature, 'base64'));
  } catch {
    // A key or a signature that is none at all.
    return false;
  }
}
