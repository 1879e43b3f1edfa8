import type { Chore } from '#shared/domain/item/advance.ts';
import type { Failure } from '#shared/domain/item/failure.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { Random } from '#shared/ports/random.ts';
import type { DeliveryStore } from './store.ts';
import { written, type WrittenDeps } from './written.ts';

export type PostponeDeps = WrittenDeps & {
  readonly random: Random;
  readonly store: Pick<DeliveryStore, 'postpone'>;
  /** Announces a change that is on the disk. */
  readonly tell: (item: Item, chores: readonly Chore[]) => void;
};

/** Something on our side was missing before a byte could leave: the item is tried again later. */
export async function postpone(item: Item, failure: Failure, by: PostponeDeps): Promise<null> {
  const chance = by.random.fraction();
  const postponed = await written(() => by.store.postpone(item.id, { failure, chance, at: by.clock.wallMs() }), by);
  if (postponed === null) return null;
  by.log.warn('upload postponed', { itemId: item.id, failure: failure.kind });
  by.tell(postponed.item, postponed.chores);
  return null;
}
