import { type AllTheSame, maySendAllTheSame } from '#shared/domain/item/all-the-same.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { readItemFile } from './read-item-file.ts';
import type { SendAgainDeps } from './send-again.ts';

export type SendAllTheSameDeps = Pick<SendAgainDeps, 'clock' | 'log' | 'reader' | 'store'>;

/**
 * Sends a document whose content is damaged, without pages or locked by a password, because a person asked (C40). Its file is read once more: only
 * the bytes that were found unfit are sent, as the type that their first bytes show. From then on it is delivered like any other.
 */
export async function sendAllTheSame(itemId: ItemId, by: SendAllTheSameDeps): Promise<AllTheSame> {
  const item = by.store.get(itemId);
  if (item === null || !maySendAllTheSame(item)) return 'not-offered';
  const read = await readItemFile(item, 'verdict', by);
  if (!read.ok) return read.failure;
  const { inspected, asItIs } = read.value;
  // This version may no longer find what made the file unfit.
  const as = inspected?.kind === 'fit' ? inspected : asItIs;
  if (as === null) return 'not-fit';
  const released = by.store.sendAllTheSame(itemId, as, by.clock.wallMs());
  if (released === null) return 'not-offered';
  by.log.info('sent all the same', { itemId });
  return released.state.kind === 'held' ? 'asked' : 'sent';
}
