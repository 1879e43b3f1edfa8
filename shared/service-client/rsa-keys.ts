import { base64urlnopad } from '@scure/base';
import { compactVerify, importJWK } from 'jose';
import { z } from 'zod';
import { RSA_BITS_MIN } from '../contract/limits.ts';
import type { VerifyKey } from './jwks-cache.ts';
import { ALGORITHM } from './algorithm.ts';

const setSchema = z.object({ keys: z.array(z.unknown()) });

/** Only what a public RSA key is made of is taken over: not `x5u`, not `x5c`, not a private part published by mistake. */
const keySchema = z.object({
  kty: z.literal('RSA'),
  kid: z.string().min(1).max(256),
  use: z.literal('sig').optional(),
  alg: z.literal(ALGORITHM).optional(),
  n: z.string().max(4_096),
  e: z.string().max(16),
});

/** What a public RSA key is made of, and nothing that stood beside it. */
export type RsaJwk = { readonly kty: 'RSA'; readonly n: string; readonly e: string };

/** Makes the check of a key, once; null when it is no key. The check sees compact JWS that passed the gate alone. */
export type VerifierOf = (jwk: RsaJwk) => Promise<VerifyKey | null>;

/** The keys of a key set that may verify webhooks, by `kid`; all others are left out. */
export async function keysOf(set: unknown, verifierOf: VerifierOf = joseVerifierOf): Promise<ReadonlyMap<string, VerifyKey>> {
  const parsed = setSchema.safeParse(set);
  const keys = new Map<string, VerifyKey>();
  for (const candidate of parsed.success ? parsed.data.keys : []) {
    const key = keySchema.safeParse(candidate);
    if (!key.success || bits(key.data.n) < RSA_BITS_MIN) continue;
    const { kty, n, e } = key.data;
    const verify = await verifierOf({ kty, n, e });
    if (verify !== null) keys.set(key.data.kid, verify);
  }
  return keys;
}

function bits(modulus: string): number {
  try {
    const bytes = base64urlnopad.decode(modulus);
    const first = bytes.findIndex((byte) => byte !== 0);
    return first === -1 ? 0 : (bytes.length - first - 1) * 8 + (32 - Math.clz32(bytes[first] ?? 0));
  } catch {
    return 0;
  }
}

async function joseVerifierOf(jwk: RsaJwk): Promise<VerifyKey | null> {
  try {
    const key = await importJWK(jwk, ALGORITHM);
    return async (compact) => {
      try {
        await compactVerify(compact, key, { algorithms: [ALGORITHM] });
        return true;
      } catch {
        return false;
      }
    };
  } catch {
    return null;
  }
}
