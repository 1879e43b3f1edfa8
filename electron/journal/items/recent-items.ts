import type { SQLInputValue } from 'node:sqlite';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';
import { CHANGING, type Changing } from './item-columns.ts';

/** An item as it is in the journal, and what its columns contain there. */
export type StoredItem = { readonly item: Item; readonly row: Changing };

export type RecentItems = {
  get(itemId: ItemId): StoredItem | undefined;
  /** Called with what was just read, or written. */
  keep(item: Item, row: Changing): StoredItem;
};

/** Several times as many as are on their way at a time: some 200 KB. */
const ITEMS_MAX = 128;

/** The items that were read or written last. A rollback may have undone what was written, so it discards all of them. */
export function recentItems({ onRollback }: Pick<JournalContext, 'onRollback'>): RecentItems {
  const recent = new Map<ItemId, StoredItem>();
  onRollback(() => recent.clear());
  return {
    get: (itemId) => recent.get(itemId),
    keep: (item, row) => {
      // The new entry is the last one of the map.
      recent.delete(item.id);
      const stored = { item, row };
      recent.set(item.id, stored);
      const [oldest] = recent.keys();
      if (recent.size > ITEMS_MAX && oldest !== undefined) recent.delete(oldest);
      return stored;
    },
  };
}

/** The columns whose value is another one now. */
export function changedColumns(before: Changing, now: Changing): Record<string, SQLInputValue> {
  return Object.fromEntries(CHANGING.flatMap((name) => (before[name] === now[name] ? [] : [[name, now[name]]])));
}
