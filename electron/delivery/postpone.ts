import type { Failure } from '#shared/domain/item/failure.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { DeliverItemDeps } from './deliver-item.ts';
import { written, type WrittenDeps } from './written.ts';

export type PostponeDeps = WrittenDeps & Pick<DeliverItemDeps, 'random' | 'store' | 'tell'>;

/** Something on our side was missing before a byte could leave: the item is tried again later. */
export async function postpone(item: Item, failure: Failure, by: PostponeDeps): Promise<null> {
  const chance = by.random.fraction();
  const postponed = await written(() => by.store.postpone(item.id, { failure, chance, at: by.clock.wallMs() }), by);
  if (postponed === null) return null;
  by.log.warn('upload postponed', { itemId: item.id, failure: failure.kind });
  by.tell(postponed.item, postponed.chores);
  return null;
}
