import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Clock } from '#shared/ports/clock.ts';

/** A person looks on while this is waited for; a relay that wants more says so, and they come back. */
const PATIENCE_MS = 30 * SECOND_MS;

/** Asks the relay again by itself where it asks for a short wait alone, as it does when many come at once. */
export async function retryPatiently<T, F extends { readonly retryAfterMs?: number }>(
  clock: Clock,
  ask: () => Promise<Result<T, F>>,
): Promise<Result<T, F>> {
  // Each wait is a second at least, so there are thirty tries at most.
  for (let leftMs = PATIENCE_MS; ; ) {
    const answer = await ask();
    if (answer.ok || answer.failure.retryAfterMs === undefined) return answer;
    const waitMs = Math.max(answer.failure.retryAfterMs, SECOND_MS);
    if (waitMs > leftMs) return answer;
    leftMs -= waitMs;
    await clock.sleep(waitMs);
  }
}
