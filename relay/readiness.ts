import { cachedFlight, type Flight } from '#shared/async/cached-flight.ts';
import { withTimeout } from '#shared/async/with-timeout.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { RelayCore } from './relay-core.ts';

/** An answer is never older than this. */
export const ANSWER_COUNTS_MS = 5 * SECOND_MS;

/** What is in the way of new work; null when nothing is. */
export type NotReady = 'store' | 'keys' | null;

type ReadinessDeps = Pick<RelayCore, 'clock' | 'store' | 'keys'>;

/** Whether the relay may be given work. A look at the store is one commit, and anybody may ask, so that it is shared by all who do. */
export function readiness(core: ReadinessDeps): () => Promise<NotReady> {
  return cachedFlight(core.clock, ANSWER_COUNTS_MS, () => lookNow(core));
}

/** A look that takes longer than its answer would count is a no. */
function lookNow({ clock, store, keys }: ReadinessDeps): Flight<NotReady> {
  let inTheWay: NotReady = 'store';
  const found = async (): Promise<NotReady> => {
    if (!(await store.isWritable())) return 'store';
    inTheWay = 'keys';
    // Without keys every webhook would be 503.
    return (await keys.wasRead()) ? null : 'keys';
  };
  const over = found();
  return { answer: withTimeout(over, { clock, withinMs: ANSWER_COUNTS_MS, late: () => inTheWay }), over };
}
