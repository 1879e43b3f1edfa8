import { base64urlnopad } from '@scure/base';
import { z } from 'zod';
import { RSA_BITS_MIN } from '../contract/limits.ts';
import { base64urlBytes, utf8 } from '../lib/bytes.ts';
import type { Sha256 } from '../lib/digest.ts';

/** The only algorithm of webhook signatures (§ Webhook signature); a JWT's own header never selects another. */
export const ALGORITHM = 'RS512';

const setSchema = z.object({ keys: z.array(z.unknown()) });

/** The smallest valid exponent: 1 leaves a message unchanged, and an even one belongs to no RSA key. */
const EXPONENT_MIN = 3;
/** An RSA key of 16,384 bits has 2,731 characters; a longer one would only slow down every check. */
const MODULUS_CHARACTERS_MAX = 4_096;

/** Takes over only the parts of a public RSA key: not `x5u`, not `x5c`, not a private part published by mistake. */
const keySchema = z.object({
  kty: z.literal('RSA'),
  // PostgreSQL rejects text with a NUL or an unpaired surrogate; one such key would keep the whole set from being stored.
  kid: z
    .string()
    .min(1)
    .max(256)
    .refine((kid) => kid.isWellFormed() && !kid.includes('\0')),
  use: z.literal('sig').optional(),
  key_ops: z
    .array(z.string())
    .refine((ops) => ops.includes('verify'))
    .optional(),
  alg: z.literal(ALGORITHM).optional(),
  n: z.string().max(MODULUS_CHARACTERS_MAX),
  e: z.string().max(16),
});

/** The parts of a public RSA key, in canonical base64url without leading zeros, and nothing else from the set. */
export type RsaJwk = { readonly kty: 'RSA'; readonly n: string; readonly e: string };

/** A key as published in a set. `thumbprint`: RFC 7638 with SHA-256, in base64url; a `kid` may name several keys over time. */
export type PublishedKey = { readonly kid: string; readonly thumbprint: string; readonly jwk: RsaJwk };

/**
 * The keys of a key set that may verify webhooks (C25), each pair of kid and thumbprint once. All others are left out: shorter than
 * 2,048 bits, an exponent below 3 or even, not for signatures, not for RS512. Empty if the input is not a key set.
 */
export function publishedKeys(set: unknown, sha256: Sha256): readonly PublishedKey[] {
  const parsed = setSchema.safeParse(set);
  const keys = new Map<string, PublishedKey>();
  for (const candidate of parsed.success ? parsed.data.keys : []) {
    const key = publishedKey(candidate, sha256);
    if (key !== null) keys.set(JSON.stringify([key.kid, key.thumbprint]), key);
  }
  return [...keys.values()];
}

/** One key of a key set, or null if it may not verify webhooks. */
export function publishedKey(candidate: unknown, sha256: Sha256): PublishedKey | null {
  const key = keySchema.safeParse(candidate);
  if (!key.success) return null;
  const [n, e] = [numberOf(key.data.n), numberOf(key.data.e)];
  if (n === null || e === null || bits(n) < RSA_BITS_MIN || !isExponent(e)) return null;
  const jwk: RsaJwk = { kty: 'RSA', n: base64urlnopad.encode(n), e: base64urlnopad.encode(e) };
  return { kid: key.data.kid, thumbprint: thumbprint(jwk, sha256), jwk };
}

/** The members that RFC 7638 requires for an RSA key, sorted by name and without whitespace. */
function thumbprint({ e, kty, n }: RsaJwk, sha256: Sha256): string {
  return base64urlnopad.encode(sha256([utf8(JSON.stringify({ e, kty, n }))]));
}

/** Big-endian without leading zeros, so that one key has one thumbprint; null if it is not a number above zero. */
function numberOf(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = base64urlBytes(text);
  const first = bytes?.findIndex((byte) => byte !== 0) ?? -1;
  return bytes === null || first === -1 ? null : bytes.slice(first);
}

function bits(number: Uint8Array): number {
  return (number.length - 1) * 8 + (32 - Math.clz32(number[0] ?? 0));
}

function isExponent(number: Uint8Array): boolean {
  const last = number.at(-1) ?? 0;
  return last % 2 === 1 && (number.length > 1 || last >= EXPONENT_MIN);
}
