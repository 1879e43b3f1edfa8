import { DAY_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';

const FIRST_MS = 15 * MINUTE_MS;
const MOST_MS = DAY_MS;

/**
 * Whether the device may enrol again now: at once, then after a quarter of an hour, then at ever longer intervals up to a day; after two
 * quiet days it starts over. A relay that keeps forgetting its devices must not get a new one at every request.
 */
export function enrolThrottle(clock: Clock): () => boolean {
  let times = 0;
  let lastMs = -Infinity;
  return () => {
    const sinceMs = clock.monotonicMs() - lastMs;
    if (sinceMs >= 2 * MOST_MS) times = 0;
    if (times > 0 && sinceMs < Math.min(FIRST_MS * 4 ** (times - 1), MOST_MS)) return false;
    times += 1;
    lastMs = clock.monotonicMs();
    return true;
  };
}
