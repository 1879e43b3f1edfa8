import { createHash, timingSafeEqual } from 'node:crypto';

/** Hexadecimal SHA-256. */
export function digest(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** Compares a secret with a digest, in constant time. */
export function isSecret(given: string, kept: string): boolean {
  return timingSafeEqual(Buffer.from(digest(given)), Buffer.from(kept));
}
