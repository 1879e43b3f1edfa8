import { Bell } from '#shared/node/bell.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Stop } from '#shared/ports/stop.ts';
import { type CarryBy, carry } from './carry.ts';
import { createPacer, type Pacer } from './pacer.ts';
import { createPlaces } from './places.ts';
import { type SentAgain, sendAgain } from './send-again.ts';
import { spool } from './spool.ts';
import { warmBytes } from './warm-bytes.ts';

export type DeliveryDeps = Omit<CarryBy, 'spool' | 'warm' | 'places' | 'cut' | 'isClosed'> & {
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
  /** The bytes of an item that was just made, as they were looked at: it will hardly have to read them again. */
  keepWarm(itemId: ItemId, bytes: Uint8Array): void;
  /** A person asked for it. */
  sendAgain(itemIds: readonly ItemId[]): Promise<SentAgain>;
  /** Takes up nothing more, waits for what is under way, at most `patienceMs`, then cuts it off; afterwards touches nothing. */
  close(patienceMs: number): Promise<void>;
};

/** The sweep behind the doorbell: a lost ring, or a wall clock that was set back, costs at most this. */
const LOOK_EVERY_MS = MINUTE_MS;
/** No wait that we note is longer than an hour: what is due later than this was noted by a clock that has been set back since. */
const AHEAD_MAX_MS = 2 * HOUR_MS;
/**
 * So many more than there are places for are made ready: their bytes found, their copy flushed, their reference computed. Each
 * is 5 MB of memory at the most.
 */
const READY_AHEAD_MAX = 4;
/** For the last rows of uploads that were cut off. */
const CUT_MS = 2 * SECOND_MS;

/** The conductor: picks what is due, keeps a settable number of uploads under way, and never two of one item. */
export function createDelivery(deps: DeliveryDeps): Delivery {
  const { clock, store, log } = deps;
  const [door, stop, cut] = [new Bell(clock), new AbortController(), new AbortController()];
  const [underWay, pacer] = [new Map<ItemId, Promise<void>>(), createPacer(clock, deps.parallel)];
  let [closed, loop] = [false, Promise.resolve()];
  const places = createPlaces(() => pacer.room(deps.parallel()), stop.signal);
  const [copies, warm] = [spool(deps.files, deps.spoolFolder), warmBytes(clock, stop.signal)];
  const by: CarryBy = { ...deps, upload: pacer.paced(deps.upload), places, spool: copies, warm, cut: cut.signal, isClosed: () => closed };

  const turn = (): number => {
    try {
      places.admit();
      const now = clock.wallMs();
      for (const due of dueNow(deps, { now, underWay, pacer })) underWay.set(due.item.id, trip(due));
      return pauseMs(deps, { now, underWay, pacer });
    } catch (error) {
      log.error('journal cannot be read', { error: nameOf(error) });
      return LOOK_EVERY_MS;
    }
  };
  const trip = async (due: Parameters<typeof carry>[0]): Promise<void> => {
    try {
      await carry(due, by);
    } catch (error) {
      log.error('delivery failed', { itemId: due.item.id, error: nameOf(error) });
      // A bug, or a journal that cannot be read: not again at once.
      await clock.sleep(LOOK_EVERY_MS, stop.signal);
    }
    underWay.delete(due.item.id);
    door.ring();
  };
  return {
    start: async () => {
      await copies.tidy((itemId) => store.needsSpool(itemId));
      loop = whileOpen(stop.signal, () => door.wait(turn(), stop.signal));
    },
    ring: () => door.ring(),
    dropSpool: copies.drop,
    keepWarm: warm.keep,
    sendAgain: (itemIds) => sendAgain(itemIds, by),
    close: async (patienceMs) => {
      stop.abort();
      await loop;
      await allEnded(underWay, patienceMs, clock);
      cut.abort();
      await allEnded(underWay, CUT_MS, clock);
      closed = true;
    },
  };
}

async function whileOpen(stop: Stop, turn: () => Promise<unknown>): Promise<void> {
  while (!stop.aborted) await turn();
}

type Turn = { readonly now: ReturnType<Clock['wallMs']>; readonly underWay: ReadonlyMap<ItemId, unknown>; readonly pacer: Pacer };

function dueNow({ store, parallel }: DeliveryDeps, { now, underWay, pacer }: Turn): ReturnType<typeof store.due> {
  const places = pacer.room(parallel());
  const room = places + Math.min(places, READY_AHEAD_MAX) - underWay.size;
  if (room <= 0) return [];
  // What is under way may still be waiting in the journal, its intent not yet written.
  const dueAt = (at: typeof now) => store.due(at, room + underWay.size, underWay);
  const due = dueAt(now);
  const next = due.length === 0 ? store.nextDueAt() : null;
  return (next !== null && next - now > AHEAD_MAX_MS ? dueAt(next) : due).slice(0, room);
}

function pauseMs({ store, parallel }: DeliveryDeps, { now, underWay, pacer }: Turn): number {
  // Who waits for a place waits for the end of the rest.
  if (pacer.restMs() > 0) return Math.min(pacer.restMs(), LOOK_EVERY_MS);
  // The end of an upload rings: until then there is nothing to ask the journal for.
  if (underWay.size >= parallel()) return LOOK_EVERY_MS;
  const nextMs = (store.nextDueAt() ?? Number.POSITIVE_INFINITY) - now;
  // What is due already is under way, or waits for room: the end of an upload rings.
  return nextMs <= 0 ? LOOK_EVERY_MS : Math.min(nextMs, LOOK_EVERY_MS);
}

async function allEnded(underWay: ReadonlyMap<ItemId, Promise<void>>, withinMs: number, clock: Clock): Promise<void> {
  if (underWay.size === 0) return;
  const done = new AbortController();
  await Promise.race([Promise.all(underWay.values()), clock.sleep(withinMs, done.signal)]);
  done.abort();
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
