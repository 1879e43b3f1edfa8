import type { Chosen, ItemFilter } from '#shared/app-api/list/item-filter.ts';
import { CHOSEN_MAX } from '#shared/app-api/list/item-filter.ts';
import type { ItemId } from '#shared/domain/ids.ts';

/** The marked documents: these, or all of the list except a few. */
export type Selection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<ItemId> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<ItemId>; readonly upTo: string | null };

export const NOTHING: Selection = { kind: 'some', ids: new Set() };

export function isMarked(selection: Selection, itemId: ItemId): boolean {
  return selection.kind === 'some' ? selection.ids.has(itemId) : !selection.except.has(itemId);
}

export function countMarked(selection: Selection, total: number): number {
  return selection.kind === 'some' ? selection.ids.size : Math.max(0, total - selection.except.size);
}

export function toggle(selection: Selection, itemId: ItemId): Selection {
  if (selection.kind === 'some') return { kind: 'some', ids: flipped(selection.ids, itemId) };
  return { ...selection, except: flipped(selection.except, itemId) };
}

/** Adds a range to the marked documents. */
export function addAll(selection: Selection, itemIds: readonly ItemId[]): Selection {
  if (selection.kind === 'some') return { kind: 'some', ids: new Set([...selection.ids, ...itemIds].slice(0, CHOSEN_MAX)) };
  const added = new Set(itemIds);
  return { ...selection, except: new Set([...selection.except].filter((itemId) => !added.has(itemId))) };
}

/** The selection in the engine's terms. */
export function chosenOf(selection: Selection, filter: ItemFilter): Chosen {
  if (selection.kind === 'some') return { kind: 'items', itemIds: [...selection.ids] };
  const { except, upTo } = selection;
  return { kind: 'filter', filter, ...(upTo === null ? {} : { upTo }), ...(except.size === 0 ? {} : { except: [...except] }) };
}

function flipped(ids: ReadonlySet<ItemId>, itemId: ItemId): ReadonlySet<ItemId> {
  const others = new Set(ids);
  if (!others.delete(itemId)) others.add(itemId);
  return others;
}
