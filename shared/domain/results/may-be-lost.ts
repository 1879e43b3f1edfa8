import { WEBHOOK_RETRY_WINDOW_MS } from '../../contract/limits.ts';
import type { WallMs } from '../../lib/duration.ts';

/** Whether results may be lost by now: the service repeats each for a limited time, to a relay that nobody could read since then. */
export function mayBeLost(unreadSince: WallMs, now: WallMs): boolean {
  return now - unreadSince > WEBHOOK_RETRY_WINDOW_MS;
}
