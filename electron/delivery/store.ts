import type { IntegrationId, Reference } from '#shared/contract/ids.ts';
import type { Advance } from '#shared/domain/item/advance.ts';
import type { Failure } from '#shared/domain/item/failure.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { FitFile } from '#shared/domain/folder/inspected.ts';
import type { ReadEntries } from '#shared/domain/item/entries-schemas.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Conversion, MadeConversion } from '#shared/domain/item/conversion/conversion.ts';
import type { Remark } from '#shared/domain/item/conversion/remark.ts';
import type { EntriesRead } from '#shared/domain/item/entries.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { Part } from '#shared/domain/item/joining/parts.ts';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import type { SentFields, ServiceAnswer } from '#shared/domain/item/sending/sent-name.ts';
import type { EntriesMapping } from '#shared/entries/mapping.ts';
import type { WallMs } from '#shared/lib/duration.ts';

/** Where a file with an item's bytes may be: `path` under the chosen folder `root`. */
export type KnownPath = { readonly root: string; readonly path: string };

/**
 * Where a file with an item's bytes lies, as far as is known, and its folder as it was when last looked at: `away` may be over by now, `unknown`
 * is one that is not watched, or that cannot say anything of its files.
 */
export type PresentPlace = KnownPath & { readonly folder: 'there' | 'away' | 'unknown' };

/** A document that is, or would be, joined from these, in this order. `note`: to the accountant, in place of those of the parts. */
export type Joining = { readonly id: ItemId; readonly parts: readonly Part[]; readonly note?: string | undefined };

/** `integrationId` is the company's current one. */
export type DueItem = { readonly item: Item; readonly integrationId: IntegrationId };

/** What a file of entries came to, with what its lines are compared by if they can be sent. */
export type EntriesReadAgain = Pick<EntriesRead, 'as'> & { readonly lineKeys?: Uint8Array | undefined };

/** `keys`: of its lines, to compare them with those that were sent. `byItself`: its folder sends such files without a question from now on. */
export type AllowEntries = {
  readonly as: ReadEntries;
  readonly keys: Uint8Array;
  readonly byItself: boolean;
  readonly twice: boolean;
  readonly at: WallMs;
};

/**
 * How the lines of a file compare with those that its company sent within 13 months. Places are counted from 0 in the order of the keys. `sentBefore`: how many
 * lines equal to the repeated ones were sent; `otherDates`: lines that were sent under another day.
 */
export type EntriesOverlap = {
  readonly repeated: readonly number[];
  readonly sentBefore: number;
  readonly otherDates: readonly { readonly at: number; readonly sentAt: WallMs | null }[];
};

/** `id`: null for a file that is not in the journal yet. */
export type OverlapOf = (of: Pick<Item, 'companyId'> & { readonly id: ItemId | null }, keys: Uint8Array | undefined) => EntriesOverlap;

/** What delivery needs of the journal. Every call is one durable transaction. */
export interface DeliveryStore {
  /** At most `limit` waiting items of companies with an active connection, due at `now`, earliest first, and none that is under way. */
  due(now: WallMs, limit: number, underWay?: Pick<ReadonlyMap<ItemId, unknown>, 'size' | 'has'>): readonly DueItem[];
  /** When the next of them becomes due; null if none waits for a time. */
  nextDueAt(): WallMs | null;
  /** The network is back, or a user asks: items waiting for a time are due now, except where the service itself asked us to wait. */
  makeAllDueNow(now: WallMs): void;
  /** The same for one item. */
  makeDueNow(itemId: ItemId, now: WallMs): void;
  places(itemId: ItemId): readonly KnownPath[];
  presentPlaces(itemId: ItemId): readonly PresentPlace[];
  /** Something on our side was missing before a byte could leave. Null if the item is no longer waiting. */
  postpone(itemId: ItemId, why: { readonly failure: Failure; readonly chance: number; readonly at: WallMs }): Advance | null;
  /** What goes with the item as a note: its own, and that of its folder. Undefined if there is neither. */
  noteToSend(itemId: ItemId): string | undefined;
  /**
   * Writes that the item leaves, with its reference (C10, C51): after this returns `uploading`, a byte may leave. An item that is in doubt under
   * a former connection, or is like one that was sent, is returned `held` instead. Null if it is no longer waiting, its company's connection is no longer active or no longer this
   * one, or no byte of it has left and none of its files is known to be there any more. `fields`: what the form says beside the file, to be kept.
   */
  begin(
    itemId: ItemId,
    intent: {
      readonly integrationId: IntegrationId;
      readonly sentBy?: string | null | undefined;
      readonly at: WallMs;
      readonly fields: SentFields;
    },
  ): Item | null;
  /**
   * The address that a sending of the item under this reference names (C52): as before if it was begun before, else that of whoever gave its file, else
   * its company's, else the profile's. Null for none.
   */
  senderOf(item: Item, reference: Reference, profileEmail: string | null): string | null;
  /** Writes the outcome of the upload under this reference, and matches results that arrived before the answer (C22). `answer`: to be kept. */
  end(
    itemId: ItemId,
    ended: {
      readonly reference: Reference;
      readonly outcome: Outcome;
      readonly answer: ServiceAnswer | null;
      readonly chance: number;
      readonly at: WallMs;
    },
  ): Advance;
  /**
   * A user agreed to send exactly what `as` says. Nothing is written unless it is `allowed`: `changed` if it is read by another mapping by now, `repeats` if
   * lines of it were sent before and the user has not confirmed that.
   */
  allowEntries(itemId: ItemId, agreed: AllowEntries): 'allowed' | 'changed' | 'not-asked' | 'repeats';
  /** The watched folders of entries in which a file with its bytes lies. */
  entriesFolders(itemId: ItemId): readonly Folder[];
  overlapOf: OverlapOf;
  /** The mapping that the item's lines were read by, else the one by which its file is in its folder; null for none. */
  mappingOf(item: Item): { readonly version: number; readonly sha256: string; readonly mapping: EntriesMapping } | null;
  /** The mapping of now of the folder in which its file lies: by it is read what a user is to look at before it is sent once more. As `mappingOf` without one. */
  mappingNow(item: Item): ReturnType<DeliveryStore['mappingOf']>;
  /** Its file of entries was read once more: what it came to. Null if it does not wait to be sent any more. */
  entriesRead(itemId: ItemId, read: EntriesReadAgain, at: WallMs): Advance | null;
  get(itemId: ItemId): Item | null;
  /** A refused item waits again under its next number; a declined or held one under its own. Null if the item has changed meanwhile. */
  sendAgain(item: Item, at: WallMs): Item | null;
  /** An unfit document of this content waits to be sent as the type `as`, or is held for a question; null if it cannot be sent like that. */
  sendAllTheSame(itemId: ItemId, as: FitFile, at: WallMs): Item | null;
  /**
   * An unfit document waits to be sent as what was made from it, or is held for a question; null if nothing can be made from it any more. `note`: to the
   * accountant, in place of its own.
   */
  sendConversion(itemId: ItemId, conversion: MadeConversion, at: WallMs, note?: string): Item | null;
  /** The PDF that was joined from these documents waits to be sent in place of them, as a document with this id; null if one of them has changed. */
  sendJoined(joining: Joining, conversion: MadeConversion, at: WallMs): Item | null;
  /** The id of the document that was joined from these, in this order, before; null if none was. */
  joinedBefore(parts: Joining['parts']): ItemId | null;
  /** The parts of a joined document are again what they were. Null if something of it may have left. */
  undoJoin(itemId: ItemId, at: WallMs): Item | null;
  /** What a user agreed to send cannot be had any more. Null if the item does not wait to be sent as that. */
  conversionLost(itemId: ItemId, conversion: Conversion, at: WallMs): Advance | null;
  /**
   * The waiting item that is to be converted first and is due the longest; null if none is due at `now`. Companies that have enough versions waiting to be
   * sent are left out.
   */
  toConvert(now: WallMs): Item | null;
  /** When the next of them becomes due. */
  nextToConvertAt(): WallMs | null;
  /** Whether every folder that it lies in, or lay in last, is watched, and was set to convert such files before it was found. */
  mayConvert(itemId: ItemId): boolean;
  /** From now on it is sent as this, which was made of it, unless a remark speaks against that. Null if that is not wanted any more. */
  converted(itemId: ItemId, conversion: MadeConversion, at: WallMs): Item | null;
  /** It is unfit, and a user decides: `withheld` speaks against sending what was made. Null if it is not to be converted any more. */
  notConverted(itemId: ItemId, withheld: readonly Remark[], at: WallMs): Advance | null;
  /** Whether a copy of its bytes may still be needed. */
  needsSpool(itemId: ItemId): boolean;
}
