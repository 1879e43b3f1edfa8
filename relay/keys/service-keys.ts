import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { type JwksCache, jwksCache } from '#shared/service-client/jwks-cache.ts';
import type { TokenSource } from '#shared/service-client/token-cache.ts';
import type { RelayConfig } from '../config.ts';
import { nodeVerifierOf } from '../ingest/read-webhook.ts';
import type { OnceLog } from '../once-log.ts';
import type { DeviceEnv, RelayCore, RelayWorld } from '../relay-core.ts';
import type { Store, StoredKey } from '../store/store.ts';
import { SweepLoop } from '#shared/async/sweep-loop.ts';
import { Hono } from 'hono';
import { RELAY_PATHS, SERVICE_KEYS_MAX } from '#shared/relay-protocol/protocol.ts';
import type { ServiceKeys } from '#shared/relay-protocol/messages.ts';

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

/** The time for which a departed key must be missing, so that the second reading without it is the one that counts (C25). */
const READ_EVERY_MS = 15 * MINUTE_MS;
/** A key set that could not be read is read again sooner; webhooks by unknown keys cause readings of their own. */
const TRY_AGAIN_MS = MINUTE_MS;

/** Reads the service's keys regularly until the relay stops, so that a withdrawn key is noticed even if nobody uses it. */
export function keyWatch(core: RelayCore): Promise<void> {
  const { clock, stop, keys, metrics, onceLog } = core;
  const failed = (): void => onceLog.warn('the service’s keys cannot be read');
  const loop = new SweepLoop({
    clock,
    stop,
    look: async () => {
      const read = await keys.refresh();
      metrics.keyReadings.inc({ outcome: read ? 'done' : 'failed' });
      if (read) metrics.keysRead.set(clock.wallMs() / SECOND_MS);
      else failed();
      return read ? READ_EVERY_MS : TRY_AGAIN_MS;
    },
    failed: { log: failed, restMs: TRY_AGAIN_MS },
  });
  return loop.start();
}

/** Shows every enrolled device the service's public keys, and when the relay saw them published. */
export function keyRoute(core: RelayCore): Hono<DeviceEnv> {
  return new Hono<DeviceEnv>().get(RELAY_PATHS.keys, async () => {
    const kept = await core.store.serviceKeys();
    return Response.json({ keys: kept.slice(0, SERVICE_KEYS_MAX).map(publicPartOf) } satisfies ServiceKeys);
  });
}

/** Leaves out what concerns only the operator. */
function publicPartOf(key: StoredKey): ServiceKeys['keys'][number] {
  const { kid, thumbprint, jwk, firstSeenAt, lastSeenAt, departedAt, distrustedAt } = key;
  return { kid, thumbprint, jwk, firstSeenAt, lastSeenAt, departedAt, distrustedAt };
}
