import { retry } from '#shared/async/retry.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Log } from '#shared/ports/log.ts';
import type { Stop } from '#shared/ports/stop.ts';

export type WrittenDeps = {
  readonly clock: Clock;
  readonly log: Log;
  /** Commits a write together with others; it is on the disk when the promise resolves. */
  readonly join: <T>(write: () => T) => Promise<T>;
  /** Ends the wait for a disk that refuses. */
  readonly cut: Stop;
  /** True when nothing may be touched any more. */
  readonly isClosed: () => boolean;
};

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
