import { SweepLoop } from '#shared/async/sweep-loop.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import type { RelayCore } from '../relay-core.ts';

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
