import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Clock, Random } from '#shared/ports/world.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { CompaniesStore } from './store.ts';

/** A user watches while this waits. If a relay wants a longer wait, the user is told, and comes back. */
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

type CheckEachDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly store: Pick<CompaniesStore, 'companies'>;
  readonly end: Stop;
};

/** Twenty thousand computers at one relay must not ask the service in the same second. */
const SPREAD_MS = 30 * SECOND_MS;
const EVERY_MS = 5 * MINUTE_MS;

/**
 * Checks each connected company: at most once per interval, since whoever rings need not be honest, and after a random delay, since every
 * computer at the relay hears the same ring.
 */
export function checkEachSoon({ clock, random, store, end }: CheckEachDeps, examine: (companyId: CompanyId) => void): () => void {
  let nextMs = -Infinity;
  const look = async (): Promise<void> => {
    await clock.sleep(random.fraction() * SPREAD_MS, end);
    if (end.aborted) return;
    for (const { id, connection } of store.companies()) if (connection.kind === 'active' || connection.kind === 'checking') examine(id);
  };
  return () => {
    if (clock.monotonicMs() < nextMs) return;
    nextMs = clock.monotonicMs() + EVERY_MS;
    void look();
  };
}
