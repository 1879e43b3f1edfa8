import type { Item } from './item.ts';
import type { ItemState } from './item-state.ts';

export function isResolved({ state }: { readonly state: ItemState }): boolean {
  return state.kind === 'refused' && state.settled !== undefined;
}

export function mayResolve({ state }: Pick<Item, 'state'>): boolean {
  return state.kind === 'refused' && state.settled === undefined;
}
