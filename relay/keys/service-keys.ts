import { HOUR_MS } from '#shared/lib/duration.ts';
import { nodeSha256 } from '#shared/node/sha256.ts';
import { type JwksCache, jwksCache } from '#shared/service-client/jwks-cache.ts';
import type { TokenSource } from '#shared/service-client/token-cache.ts';
import type { RelayConfig } from '../config.ts';
import { nodeVerifierOf } from '../ingest/rsa-verifier.ts';
import type { OnceLog } from '../once-log.ts';
import type { RelayWorld } from '../relay-world.ts';
import type { Store } from '../store/store.ts';

export type ServiceKeysDeps = {
  readonly world: Pick<RelayWorld, 'http' | 'clock'>;
  readonly config: Pick<RelayConfig, 'jwksUrl'>;
  readonly store: Pick<Store, 'serviceKeys' | 'noteKeys'>;
  readonly tokens: TokenSource;
  readonly onceLog: OnceLog;
};

/** The service repeats an event for 48 hours, perhaps with its first signature: a departed key counts that long, plus an hour (C25). */
const DEPARTED_COUNTS_MS = 49 * HOUR_MS;

/** The service's keys, kept in the store for all nodes. If the store does not answer, this node goes on with the keys that it knows. */
export function serviceKeys({ world, config, store, tokens, onceLog }: ServiceKeysDeps): JwksCache {
  const away = (): null => {
    onceLog.warn('the kept keys cannot be read or written');
    return null;
  };
  return jwksCache({
    http: world.http,
    clock: world.clock,
    sha256: nodeSha256,
    jwksUrl: config.jwksUrl,
    token: () => tokens.token(),
    verifierOf: nodeVerifierOf,
    book: {
      keys: () => store.serviceKeys().catch(away),
      noteReading: (published, at) => store.noteKeys(published, at).catch(away),
    },
    departedCountsMs: DEPARTED_COUNTS_MS,
  });
}
