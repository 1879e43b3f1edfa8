import type { Clock } from '#shared/ports/clock.ts';
import type { Store } from '../store/store.ts';

/** When the log began, told with each page. Asked of the store until it has answered once: within an epoch it does not change. */
export function logBegan(store: Pick<Store, 'logBegan'>, clock: Clock): () => Promise<number> {
  let known: number | null = null;
  return async () => (known ??= await store.logBegan(clock.wallMs()));
}
