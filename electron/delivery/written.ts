import { retry } from '#shared/async/retry.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { DeliverItemDeps } from './deliver-item.ts';

export type WrittenDeps = Pick<DeliverItemDeps, 'clock' | 'log' | 'join' | 'cut' | 'isClosed'>;

/** Our own disk does not take a row. It is asked again so often, as long as the program runs: without the row nothing may go on. */
const JOURNAL_AGAIN_MS = 5 * SECOND_MS;
const GIVEN_UP = { value: null };

/** Writes to the journal, retrying while the disk refuses. Null once closed or cut off: the next start finds the item under way and resumes it. */
export async function written<T>(write: () => T, by: WrittenDeps): Promise<T | null> {
  const tried = await retry({ clock: by.clock, restMs: JOURNAL_AGAIN_MS, stop: by.cut }, async () => {
    if (by.isClosed()) return GIVEN_UP;
    try {
      return { value: await by.join(write) };
    } catch (error) {
      by.log.error('journal does not take a row', { error: error instanceof Error ? error.name : typeof error });
      return null;
    }
  });
  return tried?.value ?? null;
}
