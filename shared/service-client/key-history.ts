import { MINUTE_MS, type WallMs } from '../lib/duration.ts';
import type { PublishedKey } from './rsa-keys.ts';

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
export const DEPARTED_AFTER_MS = 15 * MINUTE_MS;
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
