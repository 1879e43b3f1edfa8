import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { RelayCore } from '../relay-core.ts';
import type { NewQuarantined } from '../store/store.ts';

/**
 * Bodies in quarantine, in bytes: 80,000 events of 3 KB, or a thousand of the largest. A service that begins to sign what nobody can read must not
 * fill the disk that the results need; what it sends beyond that stays with it, which repeats it for 48 hours.
 */
const BYTES_MAX = 268_435_456;
/** However small they are: each has a signature beside it, which may be longer than its body. */
const ROWS_MAX = 100_000;
/** How much there is is counted so often at most: counting goes through all of them. */
const COUNT_EVERY_MS = MINUTE_MS;

/** Writes one to the disk, apart from all logs. `full`: it was not kept. Rejects with what the store threw. */
export type Quarantine = (webhook: NewQuarantined) => Promise<'kept' | 'known' | 'full'>;

export function quarantine({ store, clock }: Pick<RelayCore, 'store' | 'clock'>): Quarantine {
  let [rows, bytes] = [0, 0];
  let countAtMs = -Infinity;
  return async (webhook) => {
    if (clock.monotonicMs() >= countAtMs) {
      ({ quarantined: rows, quarantinedBytes: bytes } = await store.totals());
      countAtMs = clock.monotonicMs() + COUNT_EVERY_MS;
    }
    if (rows >= ROWS_MAX || bytes + webhook.body.byteLength > BYTES_MAX) {
      // One whose first answer was lost is on the disk: it must not be told to come again.
      return (await store.quarantinedOne(webhook.bodyDigest)) === null ? 'full' : 'known';
    }
    const done = await store.quarantine(webhook);
    if (done === 'kept') {
      rows += 1;
      bytes += webhook.body.byteLength;
    }
    return done;
  };
}
