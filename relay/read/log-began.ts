import type { Clock } from '#shared/ports/clock.ts';
import type { Store } from '../store/store.ts';

/** When the log began, which each page tells. The store is asked until it has answered once, since this does not change within an epoch. */
export function logBegan(store: Pick<Store, 'logBegan'>, clock: Clock): () => Promise<number> {
  let known: number | null = null;
  return async () => (known ??= await store.logBegan(clock.wallMs()));
}
