import type { DocumentId } from '../../contract/ids.ts';
import { DAY_MS, type WallMs } from '../../lib/duration.ts';
import type { Item } from '../item/item.ts';
import type { Overtaken } from '../item/item-state.ts';
import type { ReplacedUnproven } from './unproven-schemas.ts';
import type { Problem } from '../item/problem.ts';

/** A verified result of the service, read from the relay's log. */
export type ItemResult = {
  readonly kind: 'accepted' | 'refused';
  readonly documentId: DocumentId;
  /** The event's `time`. */
  readonly at: WallMs;
  /** When the service says that it was refused, as far as that can be read (C50). */
  readonly rejectedAt?: WallMs | undefined;
  readonly reason: string | null;
};

/** The result shown for a document; `contradicted` if there was another one of the other kind. */
export type FinalResult = ItemResult & {
  readonly contradicted: boolean;
  readonly overtook?: Overtaken | undefined;
  readonly replacedUnproven?: ReplacedUnproven | undefined;
};

/**
 * The result that is shown after one more was read. Results are final, so two different ones are a contradiction: the
 * later one is shown, and the contradiction is mentioned (C32). Returns the first argument itself if nothing changes.
 */
export function weighResults(shown: FinalResult, result: ItemResult): FinalResult {
  if (shown.kind === result.kind) {
    // The same result with a later time counts when the other kind is weighed against it, in whatever order they are read.
    return result.at > shown.at ? { ...result, ...beside(shown, shown.contradicted) } : shown;
  }
  if (result.at >= shown.at) return { ...result, ...beside(shown, true) };
  return shown.contradicted ? shown : { ...shown, contradicted: true };
}

/** The parts that stay whatever the result is. */
function beside({ overtook, replacedUnproven }: FinalResult, contradicted: boolean): Omit<FinalResult, keyof ItemResult> {
  return {
    contradicted,
    ...(overtook === undefined ? {} : { overtook }),
    ...(replacedUnproven === undefined ? {} : { replacedUnproven }),
  };
}

/** A result as far as it is dated: `at` is the event's `time`, `rejectedAt` the date that the service gives the refusal itself. */
type Dated = { readonly at: WallMs; readonly rejectedAt?: WallMs | undefined };

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

/** Since when a document is in its state, as a user is told: what the service reported is dated by when that happened, all else by when it was noted here. */
export function shownSince({ state, stateSince, receivedAt }: Pick<Item, 'state' | 'stateSince' | 'receivedAt'>): WallMs {
  return state.kind === 'accepted' || state.kind === 'refused' ? datedResult(state, receivedAt).at : stateSince;
}

/** The service's own words about a file that it did not take, or null. */
export function serviceWords(problem: Problem): string | null {
  return problem.kind === 'too-large' || problem.kind === 'declined' ? (problem.detail ?? null) : null;
}
