import { Hono } from 'hono';
import { SERVICE_KEYS_MAX } from '#shared/relay-protocol/limits.ts';
import type { ServiceKeys } from '#shared/relay-protocol/messages.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/paths.ts';
import type { DeviceEnv } from '#relay/enrol/device-env.ts';
import type { RelayCore } from '../relay-core.ts';
import type { StoredKey } from '../store/store.ts';

/** Shows every enrolled device the service's public keys, and when the relay saw them published. */
export function keyRoute(core: RelayCore): Hono<DeviceEnv> {
  return new Hono<DeviceEnv>().get(RELAY_PATHS.keys, async () => {
    const kept = await core.store.serviceKeys();
    return Response.json({ keys: kept.slice(0, SERVICE_KEYS_MAX).map(told) } satisfies ServiceKeys);
  });
}

/** Leaves out what concerns only the operator. */
function told(key: StoredKey): ServiceKeys['keys'][number] {
  const { kid, thumbprint, jwk, firstSeenAt, lastSeenAt, departedAt, distrustedAt } = key;
  return { kid, thumbprint, jwk, firstSeenAt, lastSeenAt, departedAt, distrustedAt };
}
