import type { Advance } from '#shared/domain/item/advance.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { mayResolve } from '#shared/domain/item/aside.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';
import type { ItemRows } from './item-rows.ts';

export type ResolvedRows = {
  /** The user has dealt with these refusals; returns how many were open. */
  resolve(itemIds: readonly ItemId[]): number;
  /** The user takes that back; returns how many had been dealt with. */
  unresolve(itemIds: readonly ItemId[]): number;
  /** If the item became accepted, the refusals that it corrects are dealt with. Returns `after`. Part of the caller's transaction. */
  answered(before: Item, after: Advance, now: WallMs): Advance;
};

/** Nobody corrects a document more often; older refusals stay open. */
const STEPS_MAX = 100;

/** Refusals that need no more action (ADR-21). */
export function resolvedRows(base: JournalContext, items: ItemRows): ResolvedRows {
  const isScanner = scanners(base);
  const each = (itemIds: readonly ItemId[], happening: { kind: 'resolved'; by: 'user' } | { kind: 'unresolved' }): number =>
    base.transact(() => {
      const now = base.clock.wallMs();
      const isChanged = (itemId: ItemId): boolean => {
        const item = items.get(itemId);
        return item !== null && items.apply(item, happening, now).item !== item;
      };
      return itemIds.filter(isChanged).length;
    });
  /** Walks back from one replaced item to the next, until an unrelated document begins. */
  const resolveCorrected = (accepted: Item, now: WallMs): void => {
    let newer = accepted;
    for (let steps = 0; steps < STEPS_MAX && newer.replaces !== null; steps += 1) {
      const older = items.get(newer.replaces);
      // Whatever was replaced by an accepted document is unrelated.
      if (older === null || older.state.kind === 'accepted') return;
      if (answers(newer, older) && !isScanner(newer, older)) items.apply(older, { kind: 'resolved', by: 'correction' }, now);
      newer = older;
    }
  };
  return {
    resolve: (itemIds) => each(itemIds, { kind: 'resolved', by: 'user' }),
    unresolve: (itemIds) => each(itemIds, { kind: 'unresolved' }),
    answered: (before, after, now) => {
      if (!isAccepted(before) && isAccepted(after.item)) resolveCorrected(after.item, now);
      return after;
    },
  };
}

/** By the service's own word: an unproven answer that a user took settles nothing yet. */
function isAccepted({ state }: Item): boolean {
  return state.kind === 'accepted' && state.unproven === undefined;
}

/** A file that was found before the refusal was known does not answer it. */
function answers(newer: Item, older: Item): boolean {
  return mayResolve(older) && newer.foundAt >= older.stateSince;
}

/**
 * Whether the newer file may merely share the name of the older one: it is at the same path, and names are known to be reused in these
 * folders, since an accepted document was overwritten too. Such a file must not hide a refusal.
 */
function scanners({ database }: JournalContext): (newer: Item, older: Item) => boolean {
  const place = database.prepare(`${samePlace('?', '?')} LIMIT 1`);
  // Starts from the few items that replaced another: a search through all documents of a company would take long.
  const again = database.prepare(`SELECT 1 FROM items s INDEXED BY items_replaces JOIN items p ON p.id = s.replaces
    WHERE s.replaces IS NOT NULL AND s.company_id = ? AND s.import_type = ? AND p.kind = 'accepted'
    AND EXISTS (${samePlace('s.id', 'p.id')}) LIMIT 1`);
  return (newer, older) => place.get(newer.id, older.id) !== undefined && again.get(newer.companyId, newer.importType) !== undefined;
}

function samePlace(one: string, other: string): string {
  return `SELECT 1 FROM files a JOIN files b ON b.folder_id = a.folder_id AND b.relative_path = a.relative_path
    WHERE a.item_id = ${one} AND b.item_id = ${other}`;
}
