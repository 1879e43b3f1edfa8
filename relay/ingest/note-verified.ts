import { MINUTE_MS, type WallMs } from '#shared/lib/duration.ts';
import type { RelayCore } from '../relay-core.ts';

/** Readers of this time think in hours, so a minute is exact enough; a write for each webhook would double the work of the disk. */
const EVERY_MS = MINUTE_MS;

/**
 * Notes when this relay last verified a webhook of the service, whatever became of it and whichever integration it was for (C38): to the
 * minute, across restarts, for all nodes. Never rejects: if a time cannot be noted, the next webhook tries again.
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
