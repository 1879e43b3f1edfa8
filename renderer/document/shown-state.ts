import { isSettled } from '#shared/domain/settled.ts';
import type { Item } from '#shared/domain/item.ts';
import type { ItemStateKind } from '#shared/domain/item-state.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { asks, isLate } from './explain.ts';

/** The state as a person is told it: its word is `state.…`. Two kinds are told in two ways, by whether they ask for somebody. */
export function shownState(item: Item): ItemStateKind | 'no-answer' | 'settled' {
  if (asks(item)) return 'no-answer';
  return isSettled(item) ? 'settled' : item.state.kind;
}

/** Its shape. */
export function markOf(item: Item, now: WallMs): ItemStateKind | 'late' | 'settled' {
  if (isLate(item, now) || asks(item)) return 'late';
  return isSettled(item) ? 'settled' : item.state.kind;
}
