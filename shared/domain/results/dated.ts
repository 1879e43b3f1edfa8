import { DAY_MS, type WallMs } from '../../lib/duration.ts';

/** A result as far as it is dated: `at` is the event's `time`, `rejectedAt` the date that the service gives the refusal itself. */
export type Dated = { readonly at: WallMs; readonly rejectedAt?: WallMs | undefined };

/** No document is older; programs write 0001 or 1970 for "none". */
const EARLIEST_MS = Date.UTC(2000, 0);

/**
 * The date to show for a result (C50): a refusal's own, else the event's `time`. `odd`: the refusal's own date, which cannot be, so that the event's is
 * shown; else null. It cannot be more than a day after the event that tells of it, nor before the document was received.
 */
export function datedResult({ at, rejectedAt }: Dated, receivedAt: WallMs | null): { readonly at: WallMs; readonly odd: WallMs | null } {
  if (rejectedAt === undefined) return { at, odd: null };
  // An answer that was lost, or a clock that was ahead, makes this computer's word later than the event: then it says nothing of the deposit.
  const isKnown = receivedAt !== null && receivedAt <= at;
  const isOdd = rejectedAt < (isKnown ? receivedAt : EARLIEST_MS) || rejectedAt > at + DAY_MS;
  return isOdd ? { at, odd: rejectedAt } : { at: rejectedAt, odd: null };
}
