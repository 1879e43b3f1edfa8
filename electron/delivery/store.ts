import type { IntegrationId, Reference } from '#shared/contract/ids.ts';
import type { Advance } from '#shared/domain/item/advance.ts';
import type { Failure } from '#shared/domain/item/failure.ts';
import type { FitFile } from '#shared/domain/folder/inspected.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import type { WallMs } from '#shared/lib/duration.ts';

/** Where a copy of an item's bytes may lie: `path` under the chosen folder `root`. */
export type KnownPath = { readonly root: string; readonly path: string };

/** `integrationId` is the company's current one. */
export type DueItem = { readonly item: Item; readonly integrationId: IntegrationId };

/** What delivery asks of the journal. Every call is one durable transaction. */
export interface DeliveryStore {
  /** Waiting items of companies whose connection is active, due at `now`, the earliest due first; `limit` of them, beside those under way. */
  due(now: WallMs, limit: number, underWay?: Pick<ReadonlyMap<ItemId, unknown>, 'size' | 'has'>): readonly DueItem[];
  /** When the next of them becomes due; null when nothing waits for time. */
  nextDueAt(): WallMs | null;
  /** The network is back, or a person asks: what waits for time is due now, but for what the service itself asked to wait for. */
  makeAllDueNow(now: WallMs): void;
  places(itemId: ItemId): readonly KnownPath[];
  /** Something of ours was missing before a byte could leave. Null when the item is no longer waiting. */
  postpone(itemId: ItemId, why: { readonly failure: Failure; readonly chance: number; readonly at: WallMs }): Advance | null;
  /**
   * Writes the intent with the item's reference (C10): after this returns `uploading`, a byte may leave. An item that is in doubt under
   * a former connection comes back `held` instead. Null when it is no longer waiting, or its company's connection is no longer active or no longer this one.
   */
  begin(itemId: ItemId, intent: { readonly integrationId: IntegrationId; readonly at: WallMs }): Item | null;
  /** Writes what came of the upload under this reference, and matches results that came before the answer (C22). */
  end(
    itemId: ItemId,
    ended: { readonly reference: Reference; readonly outcome: Outcome; readonly chance: number; readonly at: WallMs },
  ): Advance;
  get(itemId: ItemId): Item | null;
  /** A refused item waits again under its next number, one that was declined or held under its own; null when it is not as given any more. */
  sendAgain(item: Item, at: WallMs): Item | null;
  /** An unfit document of this content waits to be sent as what `as` says, or is asked about; null when it is not one to be sent so. */
  sendAllTheSame(itemId: ItemId, as: FitFile, at: WallMs): Item | null;
  /** Whether a copy of its bytes may still be wanted. */
  needsSpool(itemId: ItemId): boolean;
}
