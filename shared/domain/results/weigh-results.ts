import type { DocumentId } from '../../contract/ids.ts';
import type { WallMs } from '../../lib/duration.ts';
import type { Overtaken } from '../item/item-state.ts';
import type { ReplacedUnproven } from './unproven-schemas.ts';

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
