import type { ItemId } from '#shared/domain/ids.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { bell } from './bell.ts';
import { type CarryBy, carry } from './carry.ts';
import { spool } from './spool.ts';

export type DeliveryDeps = Omit<CarryBy, 'spool' | 'cut' | 'isClosed'> & {
  /** A folder of ours alone. */
  readonly spoolFolder: string;
  /** How many uploads at a time; asked at every turn, so that a change applies at once. */
  readonly parallel: () => number;
};

export type Delivery = {
  start(): Promise<void>;
  /** Something may be due. */
  ring(): void;
  dropSpool(itemId: ItemId): Promise<void>;
  /** Takes up nothing more, waits for what is under way, at most `patienceMs`, then cuts it off; afterwards touches nothing. */
  close(patienceMs: number): Promise<void>;
};

/** The sweep behind the doorbell: a lost ring, or a wall clock that was set back, costs at most this. */
const LOOK_EVERY_MS = MINUTE_MS;
/** For the last rows of uploads that were cut off. */
const CUT_MS = 2 * SECOND_MS;

/** The conductor: picks what is due, keeps a settable number of uploads under way, and never two of one item. */
export function createDelivery(deps: DeliveryDeps): Delivery {
  const door = bell(deps.clock);
  const stop = new AbortController();
  const cut = new AbortController();
  const copies = spool(deps.files, deps.spoolFolder);
  const underWay = new Map<ItemId, Promise<void>>();
  let closed = false;
  let loop: Promise<void> = Promise.resolve();
  const by: CarryBy = { ...deps, spool: copies, cut: cut.signal, isClosed: () => closed };

  const take = (now: ReturnType<typeof deps.clock.wallMs>): void => {
    const room = deps.parallel() - underWay.size;
    if (room <= 0) return;
    // What is under way may still be waiting in the journal, its intent not yet written.
    const due = deps.store.due(now, room + underWay.size).filter(({ item }) => !underWay.has(item.id));
    for (const one of due.slice(0, room)) {
      const trip = guarded(() => carry(one, by), one.item.id);
      underWay.set(one.item.id, trip);
    }
  };
  const guarded = async (trip: () => Promise<void>, itemId: ItemId): Promise<void> => {
    try {
      await trip();
    } catch (error) {
      deps.log.error('delivery failed', { itemId, error: error instanceof Error ? error.name : typeof error });
      // A bug, or a journal that cannot be read: not again at once.
      await deps.clock.sleep(LOOK_EVERY_MS, stop.signal);
    }
    underWay.delete(itemId);
    door.ring();
  };
  const pauseMs = (now: number): number => {
    const nextMs = (deps.store.nextDueAt() ?? Number.POSITIVE_INFINITY) - now;
    // What is due already is under way, or waits for room: the end of an upload rings.
    return nextMs <= 0 ? LOOK_EVERY_MS : Math.min(nextMs, LOOK_EVERY_MS);
  };
  const turn = (): number => {
    try {
      const now = deps.clock.wallMs();
      take(now);
      return pauseMs(now);
    } catch (error) {
      deps.log.error('journal cannot be read', { error: error instanceof Error ? error.name : typeof error });
      return LOOK_EVERY_MS;
    }
  };
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) await door.wait(turn(), stop.signal);
  };
  return {
    start: async () => {
      await copies.tidy((itemId) => deps.store.needsSpool(itemId));
      loop = run();
    },
    ring: () => door.ring(),
    dropSpool: (itemId) => copies.drop(itemId),
    close: async (patienceMs) => {
      stop.abort();
      await loop;
      const ended = Promise.all(underWay.values());
      await within(ended, patienceMs, deps);
      cut.abort();
      if (underWay.size > 0) await within(ended, CUT_MS, deps);
      closed = true;
    },
  };
}

async function within(work: Promise<unknown>, milliseconds: number, { clock }: Pick<DeliveryDeps, 'clock'>): Promise<void> {
  const done = new AbortController();
  await Promise.race([work, clock.sleep(milliseconds, done.signal)]);
  done.abort();
}
