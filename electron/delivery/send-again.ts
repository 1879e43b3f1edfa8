import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { maySendAgain } from '#shared/domain/item/may-send-again.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Log } from '#shared/ports/log.ts';
import { IN_CLOUD } from '#shared/domain/folder/unreadable.ts';
import { type FindVersionDeps, hasVersion } from './conversion/find-version.ts';
import { findBytes } from './find-bytes.ts';
import { readItemFile } from './read-item-file.ts';
import type { DeliveryStore } from './store.ts';

/** `missing`: the bytes were found nowhere, so nothing was changed. Items in neither list could not be sent again. */
export type SentAgain = { readonly sent: readonly ItemId[]; readonly missing: readonly ItemId[] };

export type SendAgainDeps = FindVersionDeps & { readonly clock: Clock; readonly log: Log; readonly store: DeliveryStore };

/**
 * Sends refused, declined and unclear documents once more, because a person asked (C12). The bytes are found and copied first, and only then
 * is the number written: an item never waits for bytes that nobody has.
 */
export async function sendAgain(itemIds: readonly ItemId[], by: SendAgainDeps): Promise<SentAgain> {
  const sent: ItemId[] = [];
  const missing: ItemId[] = [];
  for (const itemId of itemIds) {
    const item = by.store.get(itemId);
    if (item === null || !maySendAgain(item)) continue;
    if (!(await secured(item, by))) missing.push(itemId);
    else if (by.store.sendAgain(item, by.clock.wallMs()) !== null) sent.push(itemId);
  }
  if (itemIds.length > 0) by.log.info('sent again', { sent: sent.length, missing: missing.length });
  return { sent, missing };
}

/** Whether the exact bytes are in the private copy or, without room for one, in a file that can be read later. */
async function secured(item: Item, by: SendAgainDeps): Promise<boolean> {
  // What another computer sent in place of the file is not known here.
  if (item.mediaType === null) return false;
  if (item.conversion !== undefined) return hasVersion(item, item.conversion, by);
  const found = await findBytes(item, () => by.store.places(item.id), by);
  if (found.ok) return true;
  if (found.failure.kind === 'spool') return hasFile(item, by);
  // The file is there, and is fetched when it is sent.
  return 'code' in found.failure && found.failure.code === IN_CLOUD;
}

/** Whether one of its files still holds the bytes, or is in the cloud only. */
async function hasFile(item: Item, by: SendAgainDeps): Promise<boolean> {
  const read = await readItemFile(item, 'hash', by);
  return read.ok || read.failure === 'in-cloud';
}
