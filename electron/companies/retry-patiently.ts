import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Clock } from '#shared/ports/clock.ts';

/** A person watches while this waits. If a relay wants a longer wait, the person is told, and comes back. */
const PATIENCE_MS = 30 * SECOND_MS;

/** Repeats a request by itself if the relay asks for no more than a short wait, as it does when many come at once. */
export async function retryPatiently<T, F extends { readonly retryAfterMs?: number }>(
  clock: Clock,
  ask: () => Promise<Result<T, F>>,
): Promise<Result<T, F>> {
  // Each wait is at least a second, so there are at most thirty attempts.
  for (let leftMs = PATIENCE_MS; ; ) {
    const answer = await ask();
    if (answer.ok || answer.failure.retryAfterMs === undefined) return answer;
    const waitMs = Math.max(answer.failure.retryAfterMs, SECOND_MS);
    if (waitMs > leftMs) return answer;
    leftMs -= waitMs;
    await clock.sleep(waitMs);
  }
}
