import type { Item } from '#shared/domain/item/item.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { unprovenOf } from '#shared/domain/results/unproven.ts';

/** The quiet way in which a document leaves the list without being sent again. */
export type EndingKind = 'ignore' | 'resolve' | 'asked';

/** Null where only its result or a decision about sending can end it. */
export function endingOf(item: Item): EndingKind | null {
  const { state } = item;
  switch (state.kind) {
    case 'refused':
      return 'resolve';
    case 'unfit':
    case 'held':
      return 'ignore';
    case 'awaiting':
      return unprovenOf(item) === null ? 'asked' : null;
    case 'waiting':
    case 'uploading':
    case 'accepted':
    case 'aside':
      return null;
    default:
      return unreachable(state);
  }
}
