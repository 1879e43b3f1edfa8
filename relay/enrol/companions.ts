import type { Device } from '#shared/relay-protocol/messages.ts';
import type { RelayCore } from '../relay-core.ts';
import type { DeviceLink } from '../store/store.ts';

/** For a device of the integration, all of its devices, including those that have to prove it again; null for any other device. */
export async function companions(core: RelayCore, { deviceId, integrationId }: DeviceLink): Promise<readonly Device[] | null> {
  const devices = await core.store.readDevices(integrationId);
  return devices.some((device) => device.deviceId === deviceId) ? devices : null;
}
