import { createHash, timingSafeEqual } from 'node:crypto';
import type { Random } from '#shared/ports/random.ts';

/** 192 bits: cannot be guessed at any speed. */
const SECRET_BYTES = 24;

/** Something that a secret identifies. The secret itself is given out once and not stored. */
export type KeptByHash = { readonly hash: Buffer };

export function freshSecret(random: Random): string {
  return Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url');
}

export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Compares all of them, so that the time taken does not show which one matched. */
export function findBySecret<T extends KeptByHash>(among: readonly T[], secret: string): T | undefined {
  const wanted = hashOf(secret);
  let found: T | undefined;
  for (const one of among) if (timingSafeEqual(one.hash, wanted)) found = one;
  return found;
}
