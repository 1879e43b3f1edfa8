import { createHash, timingSafeEqual } from 'node:crypto';

/** Hexadecimal SHA-256. */
export function digest(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** Compares a secret with a digest, in constant time. */
export function isSecret(given: string, kept: string): boolean {
  return timingSafeEqual(Buffer.from(digest(given)), Buffer.from(kept));
}

/**
 * Prefixes of the sandbox's secrets: a leaked one is recognised, and distinguished from one of the real service.
 * They contain underscores, so that no file of ours has such a name: a report that lists its test files contains no secret.
 */
export const SECRET_MARKS = {
  integrationSecret: 'sandbox_secret_',
  clientSecret: 'sandbox_client_',
  accessToken: 'sandbox_token_',
} as const;
