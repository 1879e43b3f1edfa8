import type { WallMs } from '../../lib/duration.ts';
import type { Item } from './item.ts';
import type { ItemState } from './item-state.ts';

/** What is to be done about a change once it is on the disk. */
export type Chore = 'drop-spool' | 'tell-refused' | 'tell-unfit' | 'tell-question' | 'tell-no-answer';

export type Advance = { readonly item: Item; readonly chores: readonly Chore[] };

export function to(item: Item, since: WallMs, state: ItemState, chores: readonly Chore[] = []): Advance {
  return { item: { ...item, state, stateSince: since }, chores };
}

/** Of an item that is sent once more: its reference, answer and result are still to come. */
export function underNumber(resubmission: number) {
  return { resubmission, integrationId: null, reference: null, attempts: 0, receivedAt: null, sentElsewhere: false };
}

export function unchanged(item: Item): Advance {
  return { item, chores: [] };
}
