import { createHash, timingSafeEqual } from 'node:crypto';
import type { Random } from '#shared/ports/random.ts';

/** 192 bits: nobody guesses one, at any speed. */
const SECRET_BYTES = 24;

/** What a secret stands for. The secret itself is told once and not kept. */
export type KeptByHash = { readonly hash: Buffer };

export function freshSecret(random: Random): string {
  return Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url');
}

export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Looks at all of them: the time it takes tells nothing about which one it was. */
export function findBySecret<T extends KeptByHash>(among: readonly T[], secret: string): T | undefined {
  const wanted = hashOf(secret);
  let found: T | undefined;
  for (const one of among) if (timingSafeEqual(one.hash, wanted)) found = one;
  return found;
}
