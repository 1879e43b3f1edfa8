import type { Advance } from '#shared/domain/item/advance.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { mayResolve } from '#shared/domain/item/resolved.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';
import type { ItemRows } from './item-rows.ts';

export type ResolvedRows = {
  /** The person has dealt with these refusals; says how many were open. */
  resolve(itemIds: readonly ItemId[]): number;
  /** The person thinks better of it; says how many had been dealt with. */
  unresolve(itemIds: readonly ItemId[]): number;
  /** If it was accepted by that, the refusals that it corrects are dealt with; gives what came of it. Part of the caller's transaction. */
  answered(before: Item, after: Advance, now: WallMs): Advance;
};

/** Nobody corrects a document more often; what is older than that is asked about. */
const STEPS_MAX = 100;

/** Refusals that nobody has to deal with any more (ADR-21). */
export function resolvedRows(base: JournalContext, items: ItemRows): ResolvedRows {
  const isScanner = scanners(base);
  const each = (itemIds: readonly ItemId[], happening: { kind: 'settled'; by: 'person' } | { kind: 'unsettled' }): number =>
    base.transact(() => {
      const now = base.clock.wallMs();
      const isChanged = (itemId: ItemId): boolean => {
        const item = items.get(itemId);
        return item !== null && items.apply(item, happening, now).item !== item;
      };
      return itemIds.filter(isChanged).length;
    });
  /** One after the other, down to where another matter begins. */
  const settleBefore = (accepted: Item, now: WallMs): void => {
    let newer = accepted;
    for (let steps = 0; steps < STEPS_MAX && newer.replaces !== null; steps += 1) {
      const older = items.get(newer.replaces);
      // What lay there before an accepted one is another matter.
      if (older === null || older.state.kind === 'accepted') return;
      if (answers(newer, older) && !isScanner(newer, older)) items.apply(older, { kind: 'settled', by: 'correction' }, now);
      newer = older;
    }
  };
  return {
    resolve: (itemIds) => each(itemIds, { kind: 'settled', by: 'person' }),
    unresolve: (itemIds) => each(itemIds, { kind: 'unsettled' }),
    answered: (before, after, now) => {
      if (!isAccepted(before) && isAccepted(after.item)) settleBefore(after.item, now);
      return after;
    },
  };
}

/** By the service's own word: what a person took unproven has settled nothing yet. */
function isAccepted({ state }: Item): boolean {
  return state.kind === 'accepted' && state.unproven === undefined;
}

/** What came before the refusal was known is no answer to it. */
function answers(newer: Item, older: Item): boolean {
  return mayResolve(older) && newer.foundAt >= older.stateSince;
}

/**
 * Whether the newer one may only bear the name of the older: it lies in its very place, and in these folders a name is known to be used
 * again for something else, since an accepted document was written over too. A refusal must not be forgotten over that.
 */
function scanners({ database }: JournalContext): (newer: Item, older: Item) => boolean {
  const place = database.prepare(`${samePlace('?', '?')} LIMIT 1`);
  // By the few that replaced another: among all documents of a company they would be looked for for long.
  const again = database.prepare(`SELECT 1 FROM items s INDEXED BY items_replaces JOIN items p ON p.id = s.replaces
    WHERE s.replaces IS NOT NULL AND s.company_id = ? AND s.import_type = ? AND p.kind = 'accepted'
    AND EXISTS (${samePlace('s.id', 'p.id')}) LIMIT 1`);
  return (newer, older) => place.get(newer.id, older.id) !== undefined && again.get(newer.companyId, newer.importType) !== undefined;
}

function samePlace(one: string, other: string): string {
  return `SELECT 1 FROM files a JOIN files b ON b.folder_id = a.folder_id AND b.relative_path = a.relative_path
    WHERE a.item_id = ${one} AND b.item_id = ${other}`;
}
