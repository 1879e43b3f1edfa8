import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { RelayCore } from '../relay-core.ts';
import type { NewQuarantined } from '../store/store.ts';

/**
 * Bytes of the bodies in quarantine: 80,000 events of 3 KB, or a thousand of the largest. A service that begins to sign unreadable events must
 * not fill the disk that the results need. What it sends beyond this limit it keeps, and repeats for 48 hours.
 */
const BYTES_MAX = 268_435_456;
/** A limit for small bodies: beside each is a signature, which may be longer than the body. */
const ROWS_MAX = 100_000;
/** The least time between two counts, since a count goes through all rows. */
const COUNT_EVERY_MS = MINUTE_MS;

/** Writes one webhook to the disk, apart from all logs. `full`: it was not kept. Rejects with what the store threw. */
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
      // If its first answer was lost, the webhook is on the disk already, and the service must not be told to repeat it.
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
