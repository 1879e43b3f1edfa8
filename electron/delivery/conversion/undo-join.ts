import type { ItemId } from '#shared/domain/ids.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Log } from '#shared/ports/log.ts';
import type { Spool } from '../spool.ts';
import type { DeliveryStore } from '../store.ts';

type UndoJoinDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly spool: Pick<Spool, 'drop'>;
  readonly store: Pick<DeliveryStore, 'undoJoin'>;
};

/** The documents are apart again, as they were; false if something of them together may have left. */
export async function undoJoin(itemId: ItemId, { clock, log, spool, store }: UndoJoinDeps): Promise<boolean> {
  const undone = store.undoJoin(itemId, clock.wallMs());
  if (undone === null) return false;
  await spool.drop(itemId);
  log.info('join undone', { itemId });
  return true;
}
