import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { maySendAgain } from '#shared/domain/item/may-send-again.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Log } from '#shared/ports/log.ts';
import { IN_CLOUD } from '#shared/domain/folder/unreadable.ts';
import { type FindBytesDeps, findBytes } from './find-bytes.ts';
import { readFileOf } from './read-file-of.ts';
import type { DeliveryStore } from './store.ts';

/** `missing`: the bytes are nowhere to be found, so nothing was changed. What is in neither list was not to be sent again. */
export type SentAgain = { readonly sent: readonly ItemId[]; readonly missing: readonly ItemId[] };

export type SendAgainDeps = FindBytesDeps & { readonly clock: Clock; readonly log: Log; readonly store: DeliveryStore };

/**
 * Sends refused, declined and unclear documents once more, because a person asked (C12). First the bytes are found and
 * copied aside, then the number is written: an item never waits for bytes that nobody has.
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

/** The very bytes, in the private copy; without room for it they have to lie where they are found again. */
async function secured(item: Item, by: SendAgainDeps): Promise<boolean> {
  const found = await findBytes(item, () => by.store.places(item.id), by);
  if (found.ok) return true;
  if (found.failure.kind === 'spool') return hasFile(item, by);
  // It is there, and is fetched when it is sent.
  return 'code' in found.failure && found.failure.code === IN_CLOUD;
}

/** Whether one of its files still holds the bytes, or is in the cloud only. */
async function hasFile(item: Item, by: SendAgainDeps): Promise<boolean> {
  const read = await readFileOf(item, 'hash', by);
  return read.ok || read.failure === 'in-cloud';
}
