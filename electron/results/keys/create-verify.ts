import type { ServiceProfile } from '#shared/contract/service-profile.ts';
import { fail, type Result } from '#shared/lib/result.ts';
import type { Sha256 } from '#shared/lib/sha256.ts';
import type { World } from '#shared/ports/world.ts';
import { jwksCache, type JwksCache, type KeySource } from '#shared/service-client/jwks-cache.ts';
import type { Unpack } from '#shared/service-client/read-event.ts';
import { verifyWebhook } from '#shared/service-client/verify-webhook.ts';
import type { Verify } from '../judge.ts';
import type { KeyOwner, KeyStore } from '../store.ts';
import type { RelayKeys } from './ask-relay-keys.ts';
import { relayKeySource } from './relay-key-source.ts';

export type VerifyDeps = {
  readonly world: Pick<World, 'http' | 'clock'>;
  readonly profile: () => ServiceProfile | null;
  readonly relayUrl: () => string | null;
  readonly token: () => Promise<Result<string, unknown>>;
  readonly by: { readonly sha256: Sha256; readonly unpack?: Unpack };
  /** Where the service's public keys are stored across restarts. */
  readonly kept: Pick<KeyStore, 'keys' | 'noteReading' | 'distrusted'>;
};

export type Verifying = {
  readonly verify: Verify;
  /** Reads the service's key set now; resolves to whether that succeeded. */
  readKeys(): Promise<boolean>;
  /** Verifies by keys that a relay vouches for: they prove nothing beyond what the relay says. */
  verifyBy(relayKeys: RelayKeys): Verify;
};

/** Verifies by the keys of the configured service; a key that was read once is trusted for good, unless it is distrusted. */
export function createVerify(of: VerifyDeps): Verifying {
  const { sha256, unpack } = of.by;
  let made: (KeyOwner & { readonly keys: JwksCache }) | null = null;
  const keysOf = ({ jwksUrl }: ServiceProfile): JwksCache => {
    const relayUrl = of.relayUrl();
    if (made?.jwksUrl === jwksUrl && made.relayUrl === relayUrl) return made.keys;
    const keys = keptKeys(of, { jwksUrl, relayUrl });
    made = { jwksUrl, relayUrl, keys };
    return keys;
  };
  const verifyWith = (sourceOf: (profile: ServiceProfile) => KeySource): Verify => {
    return async (webhook) => {
      const profile = of.profile();
      // Without a service its signatures cannot be judged: the event is judged again once one is set.
      if (profile === null) return fail({ kind: 'unsure', code: 'not-set-up' });
      const by = { keys: sourceOf(profile), issuer: profile.issuer, sha256, ...(unpack === undefined ? {} : { unpack }) };
      return verifyWebhook(webhook, by);
    };
  };
  return {
    verify: verifyWith(keysOf),
    verifyBy: (relayKeys) => {
      const source = relayKeySource(relayKeys, new Set(of.kept.distrusted(relayKeys.relayUrl)), sha256);
      return verifyWith(() => source);
    },
    readKeys: async () => {
      const profile = of.profile();
      return profile !== null && keysOf(profile).refresh();
    },
  };
}

function keptKeys({ world, token, by, kept }: VerifyDeps, of: KeyOwner): JwksCache {
  return jwksCache({
    http: world.http,
    clock: world.clock,
    sha256: by.sha256,
    jwksUrl: of.jwksUrl,
    token,
    book: {
      keys: async () => kept.keys(of),
      noteReading: async (published, at) => kept.noteReading(of, published, at),
    },
  });
}
