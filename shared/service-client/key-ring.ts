import type { VerifierOf, VerifyKey } from './jose-verifier.ts';
import { MINUTE_MS, type WallMs } from '../lib/duration.ts';
import type { PublishedKey } from './rsa-keys.ts';

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

/** A key of the service, and what is known of it across restarts. */
export type KeptKey = PublishedKey & {
  readonly firstSeenAt: WallMs;
  /** The newest reading that had it. */
  readonly lastSeenAt: WallMs;
  /** The first good reading without it since the last one with it. */
  readonly missingSince: WallMs | null;
  /** When it was found to have left: the second good reading without it, at least 15 minutes after the first. */
  readonly departedAt: WallMs | null;
  /** When an operator declared it untrustworthy; never revoked. */
  readonly distrustedAt: WallMs | null;
};

/** Where keys are stored. Either call returns null while the underlying store does not respond. */
export type KeyBook = {
  keys(): Promise<readonly KeptKey[] | null>;
  /** Stores the keys of a good reading, notes which known ones it lacks, and returns everything that is stored. */
  noteReading(published: readonly PublishedKey[], at: WallMs): Promise<readonly KeptKey[] | null>;
};

/** A single reading without a key may come from a cache, or from a node of the service that lags behind (C25). */
const DEPARTED_AFTER_MS = 15 * MINUTE_MS;
/** Decades of monthly rotation; beyond that, the keys that have been gone longest are dropped. */
const KEYS_MAX = 1_000;

/** All known keys after a good reading. A distrusted key stays known, and distrusted. */
export function afterReading(kept: readonly KeptKey[], published: readonly PublishedKey[], at: WallMs): readonly KeptKey[] {
  const known = new Map(kept.map((key) => [nameOf(key), key]));
  const now = new Set(published.map(nameOf));
  const distrusted = new Map(kept.map(({ thumbprint, distrustedAt }) => [thumbprint, distrustedAt]));
  const seen = published.map((key): KeptKey => {
    const { firstSeenAt } = known.get(nameOf(key)) ?? { firstSeenAt: at };
    const distrustedAt = distrusted.get(key.thumbprint) ?? null;
    return { ...key, firstSeenAt, lastSeenAt: at, missingSince: null, departedAt: null, distrustedAt };
  });
  const gone = kept.filter((key) => !now.has(nameOf(key))).map((key) => missing(key, at));
  const newestFirst = [...seen, ...gone].toSorted((one, other) => other.lastSeenAt - one.lastSeenAt);
  return newestFirst.filter(({ distrustedAt }, place) => distrustedAt !== null || place < KEYS_MAX);
}

/** Identifies a key under one of its names: the same key may also be published under another one. */
export function nameOf({ kid, thumbprint }: Pick<PublishedKey, 'kid' | 'thumbprint'>): string {
  return JSON.stringify([kid, thumbprint]);
}

function missing(key: KeptKey, at: WallMs): KeptKey {
  const missingSince = key.missingSince ?? at;
  return { ...key, missingSince, departedAt: key.departedAt ?? (at - missingSince >= DEPARTED_AFTER_MS ? at : null) };
}

/** Keeps keys for this run only. */
export function keyBookInMemory(): KeyBook {
  let kept: readonly KeptKey[] = [];
  return {
    keys: async () => kept,
    noteReading: async (published, at) => {
      kept = afterReading(kept, published, at);
      return kept;
    },
  };
}
