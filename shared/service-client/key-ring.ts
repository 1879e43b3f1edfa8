import type { VerifierOf, VerifyKey } from './jose-verifier.ts';
import type { KeptKey } from './key-history.ts';

/** The verdict of the known keys on a signature: `unknown-key` if none of that `kid` counts. */
export type KeyVerdict =
  | { readonly kind: 'verified'; readonly key: KeptKey }
  | { readonly kind: 'forged'; readonly code: 'signature' | 'distrusted-key' }
  | { readonly kind: 'unknown-key' };

export type KeyRing = {
  /** Replaces all keys. */
  hold(keys: readonly KeptKey[]): void;
  check(kid: string, compact: string): Promise<KeyVerdict>;
};

/**
 * Keys by `kid`, which names a list: a key that was replaced under its name is tried beside its predecessor. A key that no longer counts
 * is ignored; whatever a distrusted key signed is a forgery.
 */
export function keyRing(verifierOf: VerifierOf, counts: (key: KeptKey) => boolean): KeyRing {
  let byKid: ReadonlyMap<string, readonly KeptKey[]> = new Map();
  let verifiers = new Map<string, Promise<VerifyKey | null>>();
  const verifies = async ({ thumbprint, jwk }: KeptKey, compact: string): Promise<boolean> => {
    const made = verifiers.get(thumbprint) ?? verifierOf(jwk);
    verifiers.set(thumbprint, made);
    const verify = await made;
    return verify !== null && (await verify(compact));
  };
  return {
    hold(keys) {
      byKid = Map.groupBy(keys, ({ kid }) => kid);
      verifiers = new Map(keys.flatMap(({ thumbprint }) => entryOf(verifiers, thumbprint)));
    },
    async check(kid, compact) {
      const named = byKid.get(kid) ?? [];
      const trusted = named.filter((key) => key.distrustedAt === null && counts(key));
      for (const key of trusted) if (await verifies(key, compact)) return { kind: 'verified', key };
      const distrusted = named.filter((key) => key.distrustedAt !== null);
      for (const key of distrusted) if (await verifies(key, compact)) return { kind: 'forged', code: 'distrusted-key' };
      return trusted.length + distrusted.length === 0 ? { kind: 'unknown-key' } : { kind: 'forged', code: 'signature' };
    },
  };
}

function entryOf<K, V>(map: ReadonlyMap<K, V>, key: K): readonly [K, V][] {
  const value = map.get(key);
  return value === undefined ? [] : [[key, value]];
}
