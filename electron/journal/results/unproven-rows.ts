import type { Awaited, UnprovenStore } from '#electron/results/store.ts';
import { type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import type { UnprovenHappening } from '#shared/domain/results/told-unproven.ts';
import { mayTakeUnread, unprovenOf } from '#shared/domain/results/unproven.ts';
import type { Unproven } from '#shared/domain/results/unproven-schemas.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';
import { documentOf, eventOwner, statusOf } from './event-status.ts';
import { IS_UNPROVEN } from '../items/item-columns.ts';
import type { ItemRows } from '../items/item-rows.ts';
import type { ReferenceStemRows } from './reference-stem-rows.ts';
import type { SubmissionRows } from '../items/submission-rows.ts';

export type UnprovenRows = UnprovenStore & {
  /**
   * The user takes what the relay says about these as their result; returns how many were taken. An item whose answer is no longer the
   * one that the user read is skipped, and so is a refusal among several: it is taken one at a time (C37).
   */
  takeUnproven(itemIds: readonly ItemId[], says: Unproven['kind']): number;
  /** The user wants these refusals, which were taken unproven, offered for sending again; returns how many. */
  wantSendAgain(itemIds: readonly ItemId[]): number;
};

type UnprovenDeps = { readonly items: ItemRows; readonly submissions: SubmissionRows; readonly stems: ReferenceStemRows };

/** Answers that the relay alone vouches for, stored with the items that await them. */
export function unprovenRows(base: JournalContext, deps: UnprovenDeps): UnprovenRows {
  const { items } = deps;
  const ownerOf = eventOwner(base, deps);
  const offered = base.database.prepare(`SELECT id FROM items WHERE ${IS_UNPROVEN} AND asks > 0`);
  const changed = (itemId: ItemId, happening: UnprovenHappening): boolean => {
    const item = items.get(itemId);
    return item !== null && items.apply(item, happening, base.clock.wallMs()).item !== item;
  };
  return {
    awaited: (event) => {
      const status = event.envelope === null ? null : statusOf(event.envelope, event.receivedAt);
      if (status === null || status.result === null) return null;
      const owner = ownerOf(status);
      if (owner?.item.state.kind !== 'awaiting' || owner.sending !== 'current') return null;
      const known = documentOf(owner.item);
      return known === null || known === status.documentId ? { itemId: owner.item.id, result: status.result } : null;
    },
    offer: (told) => {
      const answers = latest(told);
      const gone = offered.all().flatMap((row) => {
        const itemId = itemIdSchema.parse(row['id']);
        return answers.has(itemId) ? [] : [itemId];
      });
      if (answers.size + gone.length === 0) return 0;
      return base.transact(() => {
        for (const itemId of gone) changed(itemId, { kind: 'unproven-gone' });
        return [...answers].filter(([itemId, result]) => changed(itemId, { kind: 'told-unproven', result })).length;
      });
    },
    takeUnproven: (itemIds, says) =>
      base.transact(() => {
        const wanted = new Set(itemIds);
        const may = (itemId: ItemId): boolean => {
          const item = items.get(itemId);
          const unproven = item === null ? null : unprovenOf(item);
          return unproven?.kind === says && (wanted.size === 1 || mayTakeUnread(unproven));
        };
        return [...wanted].filter(may).filter((itemId) => changed(itemId, { kind: 'unproven-taken' })).length;
      }),
    wantSendAgain: (itemIds) => base.transact(() => itemIds.filter((itemId) => changed(itemId, { kind: 'send-again-wanted' })).length),
  };
}

/** Of several answers about one document the latest is offered, as the latest of proven ones is shown. */
function latest(told: readonly Awaited[]): ReadonlyMap<ItemId, Awaited['result']> {
  const answers = new Map<ItemId, Awaited['result']>();
  for (const { itemId, result } of told) {
    const before = answers.get(itemId);
    if (before === undefined || result.at > before.at) answers.set(itemId, result);
  }
  return answers;
}
