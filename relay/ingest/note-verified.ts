import { MINUTE_MS, type WallMs } from '#shared/lib/duration.ts';
import type { RelayCore } from '../relay-core.ts';

/** Who asks counts in hours; a write for each webhook would double what the disk has to do. */
const EVERY_MS = MINUTE_MS;

/**
 * Notes when this relay last verified a webhook of the service, whatever became of it and whosever it was (C38): to the minute,
 * over restarts, for all nodes. Never rejects: what cannot be noted now is noted by the next one.
 */
export function verifiedNote({ store, clock, onceLog }: Pick<RelayCore, 'store' | 'clock' | 'onceLog'>): (at: WallMs) => Promise<void> {
  let nextMs = -Infinity;
  return async (at) => {
    const now = clock.monotonicMs();
    if (now < nextMs) return;
    nextMs = now + EVERY_MS;
    try {
      await store.noteVerified(at);
    } catch {
      nextMs = now;
      onceLog.warn('last verified webhook not noted');
    }
  };
}
