import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { RelayCore } from '../relay-core.ts';
import type { NewQuarantined } from '../store/store.ts';

/**
 * Bodies in quarantine, in bytes: 80,000 events of 3 KB, or a thousand of the largest. A service that begins to sign what nobody can read must not
 * fill the disk that the results need; what it sends beyond that stays with it, which repeats it for 48 hours.
 */
const BYTES_MAX = 268_435_456;
/** How much there is is counted so often at most: counting reads every row. */
const COUNT_EVERY_MS = MINUTE_MS;

/** Writes one to the disk, apart from all logs. `full`: it was not kept. Rejects with what the store threw. */
export type Quarantine = (webhook: NewQuarantined) => Promise<'kept' | 'known' | 'full'>;

export function quarantine({ store, clock }: Pick<RelayCore, 'store' | 'clock'>): Quarantine {
  let bytes = 0;
  let countAtMs = -Infinity;
  return async (webhook) => {
    if (clock.monotonicMs() >= countAtMs) {
      bytes = (await store.totals()).quarantinedBytes;
      countAtMs = clock.monotonicMs() + COUNT_EVERY_MS;
    }
    if (bytes + webhook.body.byteLength > BYTES_MAX) return 'full';
    const done = await store.quarantine(webhook);
    if (done === 'kept') bytes += webhook.body.byteLength;
    return done;
  };
}
