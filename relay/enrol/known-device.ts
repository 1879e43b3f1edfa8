import { DAY_MS } from '#shared/lib/duration.ts';
import type { Device } from '#shared/relay-protocol/messages.ts';
import type { RelayCore } from '../relay-core.ts';

/** A token that nobody used for so long is taken no more; the app of a computer that comes back enrols it again. */
const IDLE_MS = 90 * DAY_MS;
/** One row is written a day, not one a call. */
const NOTED_EVERY_MS = DAY_MS;

/** The device that has this token, and notes that it was used; null when there is none, or it lay idle for too long. */
export async function knownDevice({ store, clock }: RelayCore, tokenDigest: string): Promise<Device | null> {
  const found = await store.deviceByToken(tokenDigest);
  if (found === null) return null;
  const { lastUsedAt, ...device } = found;
  const now = clock.wallMs();
  if (now - lastUsedAt > IDLE_MS) return null;
  if (now - lastUsedAt >= NOTED_EVERY_MS) await store.noteUse(device.deviceId, now);
  return device;
}
