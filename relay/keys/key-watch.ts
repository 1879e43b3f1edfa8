import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import type { RelayCore } from '../relay-core.ts';

/** As often as a key that left must be missing for, so that the second reading without it is the one that counts (C25). */
const READ_EVERY_MS = 15 * MINUTE_MS;
/** A set that cannot be read is tried again sooner; webhooks by unknown keys try by themselves. */
const TRY_AGAIN_MS = MINUTE_MS;

/** Reads the service's keys again and again, until the relay stops: a key that was withdrawn is noticed without anybody using it. */
export async function keyWatch(core: RelayCore): Promise<void> {
  while (!core.stop.aborted) {
    const read = await core.keys.refresh();
    core.metrics.keyReadings.inc({ outcome: read ? 'done' : 'failed' });
    if (read) core.metrics.keysRead.set(core.clock.wallMs() / SECOND_MS);
    else core.onceLog.warn('the service’s keys cannot be read');
    await core.clock.sleep(read ? READ_EVERY_MS : TRY_AGAIN_MS, core.stop);
  }
}
