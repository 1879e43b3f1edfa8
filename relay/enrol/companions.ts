import type { Device } from '#shared/relay-protocol/messages.ts';
import type { RelayCore } from '../relay-core.ts';
import type { DeviceLink } from '../store/store.ts';

/** All devices of an integration, for one of them, also where it has to prove it again; null for everybody else. */
export async function companions(core: RelayCore, { deviceId, integrationId }: DeviceLink): Promise<readonly Device[] | null> {
  const devices = await core.store.devicesOf(integrationId);
  return devices.some((device) => device.deviceId === deviceId) ? devices : null;
}
