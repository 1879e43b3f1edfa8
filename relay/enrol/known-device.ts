import { DAY_MS } from '#shared/lib/duration.ts';
import type { Device } from '#shared/relay-protocol/messages.ts';
import type { RelayCore } from '../relay-core.ts';

/** A token that was idle for longer is rejected; when its computer comes back, the app enrols again. */
const IDLE_MS = 90 * DAY_MS;
/** The use is written once a day, not at each call. */
const NOTED_EVERY_MS = DAY_MS;

/** The device with this token; null if there is none, or it was idle for too long. Notes the use. */
export async function knownDevice({ store, clock }: RelayCore, tokenDigest: string): Promise<Device | null> {
  const found = await store.deviceByToken(tokenDigest);
  if (found === null) return null;
  const { lastUsedAt, ...device } = found;
  const now = clock.wallMs();
  if (now - lastUsedAt > IDLE_MS) return null;
  if (now - lastUsedAt >= NOTED_EVERY_MS) await store.noteUse(device.deviceId, now);
  return device;
}
