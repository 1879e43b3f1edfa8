import type { RelayCore } from './relay-core.ts';
import { type Look, LOOK_COUNTS_MS, sharedLook } from './shared-look.ts';

/** What is in the way of new work; null when nothing is. */
export type NotReady = 'store' | 'keys' | null;

type ReadinessOf = Pick<RelayCore, 'clock' | 'store' | 'keys'>;

/** Whether the relay may be given work. A look at the store is one commit, and anybody may ask, so that it is shared by all who do. */
export function readiness(core: ReadinessOf): () => Promise<NotReady> {
  return sharedLook(core.clock, () => lookNow(core));
}

/** A look that takes longer than its answer would count is a no. */
function lookNow(core: ReadinessOf): Look<NotReady> {
  const done = new AbortController();
  let late: NotReady = 'store';
  const found = async (): Promise<NotReady> => {
    if (!(await core.store.isWritable())) return 'store';
    late = 'keys';
    // Without keys every webhook would be 503.
    return (await core.keys.wasRead()) ? null : 'keys';
  };
  const over = found();
  const patience = core.clock.sleep(LOOK_COUNTS_MS, done.signal).then(() => late);
  const answer = Promise.race([over, patience]);
  // After the race was told, which would otherwise be won by the patience that ends here.
  const end = (): void => done.abort();
  over.then(end, end);
  return { answer, over };
}
