import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { maySendAgain } from '#shared/domain/item/aside.ts';
import type { Clock, Log } from '#shared/ports/world.ts';
import { IN_CLOUD } from '#shared/domain/folder/unreadable.ts';
import { type FindVersionDeps, hasVersion } from './conversion/find-version.ts';
import { findBytes, readItemFile } from './find-bytes.ts';
import type { DeliveryStore } from './store.ts';
import { type AllTheSame, maySendAllTheSame } from '#shared/domain/item/all-the-same.ts';

/** `missing`: the bytes were found nowhere, so nothing was changed. Items in neither list could not be sent again. */
export type SentAgain = { readonly sent: readonly ItemId[]; readonly missing: readonly ItemId[] };

type SendAgainDeps = FindVersionDeps & { readonly clock: Clock; readonly log: Log; readonly store: DeliveryStore };

/**
 * Sends refused, declined and unclear documents once more, because a user asked (C12). The bytes are found and copied first, and only then
 * is the number written: an item never waits for bytes that nobody has.
 */
export async function sendAgain(itemIds: readonly ItemId[], deps: SendAgainDeps): Promise<SentAgain> {
  const sent: ItemId[] = [];
  const missing: ItemId[] = [];
  for (const itemId of itemIds) {
    const item = deps.store.get(itemId);
    if (item === null || !maySendAgain(item)) continue;
    if (!(await secured(item, deps))) missing.push(itemId);
    else if (deps.store.sendAgain(item, deps.clock.wallMs()) !== null) sent.push(itemId);
  }
  if (itemIds.length > 0) deps.log.info('sent again', { sent: sent.length, missing: missing.length });
  return { sent, missing };
}

/** Whether the exact bytes are in the private copy or, without room for one, in a file that can be read later. */
async function secured(item: Item, deps: SendAgainDeps): Promise<boolean> {
  // What another computer sent in place of the file is not known here.
  if (item.mediaType === null) return false;
  if (item.conversion !== undefined) return hasVersion(item, item.conversion, deps);
  const found = await findBytes(item, () => deps.store.places(item.id), deps);
  if (found.ok) return true;
  if (found.failure.kind === 'spool') return hasFile(item, deps);
  // The file is there, and is fetched when it is sent.
  return 'code' in found.failure && found.failure.code === IN_CLOUD;
}

/** Whether one of its files still holds the bytes, or is in the cloud only. */
async function hasFile(item: Item, deps: SendAgainDeps): Promise<boolean> {
  const read = await readItemFile(item, { want: 'hash' }, deps);
  return read.ok || read.failure === 'in-cloud';
}

type SendAllTheSameDeps = Pick<SendAgainDeps, 'clock' | 'log' | 'reader' | 'store'>;

/**
 * Sends a document whose content is damaged, without pages or locked by a password, because a user asked (C40). Its file is read once more: only
 * the bytes that were found unfit are sent, as the type that their first bytes show. From then on it is delivered like any other.
 */
export async function sendAllTheSame(itemId: ItemId, deps: SendAllTheSameDeps): Promise<AllTheSame> {
  const item = deps.store.get(itemId);
  if (item === null || !maySendAllTheSame(item)) return 'not-offered';
  const read = await readItemFile(item, { want: 'verdict' }, deps);
  if (!read.ok) return read.failure;
  const { inspected, asItIs } = read.value;
  // This version may no longer find what made the file unfit.
  const as = inspected?.kind === 'fit' ? inspected : asItIs;
  if (as === null) return 'not-fit';
  const released = deps.store.sendAllTheSame(itemId, as, deps.clock.wallMs());
  if (released === null) return 'not-offered';
  deps.log.info('sent all the same', { itemId });
  return released.state.kind === 'held' ? 'asked' : 'sent';
}
