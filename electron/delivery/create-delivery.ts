import { Semaphore } from '#shared/async/semaphore.ts';
import { StopSource } from '#shared/async/stop-source.ts';
import { SweepLoop } from '#shared/async/sweep-loop.ts';
import { throttle } from '#shared/async/single-flight.ts';
import { withTimeout } from '#shared/async/with-timeout.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { sentBytesOf } from '#shared/domain/item/conversion/converted.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/world.ts';
import type { CopiesAhead } from '#shared/ports/copies-ahead.ts';
import type { Files } from '#shared/ports/files.ts';
import type { Stop } from '#shared/ports/stop.ts';
import { type AdaptiveConcurrency, adaptiveConcurrency, type DueNow, dueNow } from './pacing.ts';
import { convertItem, type ToConvert } from './conversion/convert-item.ts';
import { joinItems, undoJoin } from './conversion/join-items.ts';
import { type PreparedVersions, preparedVersions } from './conversion/prepared-versions.ts';
import { conversionLoop } from './conversion/conversion-loop.ts';
import { versionBytes } from './conversion/find-version.ts';
import { type Agreed, conversionBytes, sendConversion, shownVersion } from './conversion/shown-version.ts';
import { readBytes } from './read-bytes.ts';
import { type AgreedEntries, allowEntries, previewEntries, type PreviewOf, readEntryLines } from './read-entries.ts';
import { largeToShow } from './item-bytes.ts';
import { type DeliverItemDeps, deliverItem, type DeliverItemPorts } from './deliver-item.ts';
import { sendAgain, sendAllTheSame, type SentAgain } from './send-again.ts';
import { dropCopies } from './read-entries.ts';
import { spool } from './spool.ts';
import type { SpoolDeps } from './spool-deps.ts';
import type { DueItem } from './store.ts';
import { copiesAhead } from './copies-ahead.ts';
import { type CopyBudget, copyBudget } from './copy-slots.ts';

export type DeliveryDeps = DeliverItemPorts & {
  /** The disk of our own files. */
  readonly files: Files;
  /** Has the journal's log take no more space than it must. */
  readonly shrinkLog: () => void;
  /** A folder that only Intray uses. */
  readonly spoolFolder: string;
  readonly onFreeCopy?: SpoolDeps['onFree'] | undefined;
  /** How many uploads at a time; read at every turn, so that a change applies at once. */
  readonly parallel: () => number;
};

export type Delivery = {
  start(): Promise<void>;
  /** Something may be due. */
  ring(): void;
  /** What failed before may work now: nothing waits out its back-off, except where the service itself asked us to wait. */
  readonly makeAllDueNow: DueNow['makeAllDueNow'];
  dropSpool(itemId: ItemId): Promise<void>;
  /** Takes the copies that intake hands over. */
  readonly ahead: CopiesAhead;
  /** Our own disk is full: the space of unused copies is given back. */
  diskIsFull(): void;
  /** For a user to look at. */
  bytesOf(itemId: ItemId, stop?: Stop): ReturnType<typeof readBytes>;
  /** The lines of a file of entries, as they are sent. */
  entryLinesOf(itemId: ItemId): ReturnType<typeof readEntryLines>;
  /** What it shows before a user agrees to its lines. */
  entriesPreviewOf(of: PreviewOf): ReturnType<typeof previewEntries>;
  /** Called when a user has looked at them, and wants them sent. */
  allowEntries(agreed: AgreedEntries): ReturnType<typeof allowEntries>;
  /** Called when a user asks for it. */
  sendAgain(itemIds: readonly ItemId[]): Promise<SentAgain>;
  /** Called when a user wants a document sent although something is wrong with its content. */
  sendAllTheSame(itemId: ItemId): ReturnType<typeof sendAllTheSame>;
  /** Makes what the service takes from an unfit document, for a user to look at. A caller that stops reading ends it. */
  convert(of: ToConvert, stop: Stop | undefined): ReturnType<typeof convertItem>;
  /** Makes one PDF of several documents, for a user to look at. A caller that stops reading ends it. */
  join(itemIds: readonly ItemId[], stop: Stop | undefined): ReturnType<typeof joinItems>;
  /** Takes back that documents were joined; false if something may have left. */
  undoJoin(itemId: ItemId): Promise<boolean>;
  /** What was made, for a user to look at. */
  conversionBytesOf(itemId: ItemId): ReturnType<typeof conversionBytes>;
  shownBytesOf(itemId: ItemId, stop?: Stop): ReturnType<typeof shownVersion>;
  /** What is or was sent in place of the item's file, made once more if need be; null if nothing is, or if it can no longer be had. */
  versionOf(itemId: ItemId): Promise<Uint8Array | null>;
  /** Called when a user has looked at it, and wants it sent. */
  sendConversion(agreed: Agreed): ReturnType<typeof sendConversion>;
  /** Starts nothing more, waits at most `patienceMs` for running deliveries, then cuts them off; afterwards touches nothing. */
  close(patienceMs: number): Promise<void>;
};

/** The sweep behind the doorbell: a lost ring, or a wall clock that was set back, costs at most this delay. */
const LOOK_EVERY_MS = MINUTE_MS;
/** No wait that we write is longer than an hour: a later time was written before the clock was set back. */
const AHEAD_MAX_MS = 2 * HOUR_MS;
/**
 * For each upload, this many more items are prepared: bytes found, copy flushed, reference computed. The slower the disk, the longer that takes,
 * and the more of them share one flush of the journal.
 */
const AHEAD_TIMES = 3;
const AHEAD_MAX = 12;
/** More than twice the number of uploads may be under way only while all their bytes fit in this; each item takes at most 5 MB of memory. */
const AHEAD_BYTES_MAX = 20_000_000;
/** The time for the last rows of uploads that were cut off. */
const CUT_MS = 2 * SECOND_MS;
/** The space of unused copies is given back this long after the last delivery: until then the next copies overwrite them. */
const REST_MS = SECOND_MS;

/** Picks what is due, keeps a configurable number of uploads running, and never delivers one item twice at a time. */
export function createDelivery(deps: DeliveryDeps): Delivery {
  const { clock, store } = deps;
  const [stop, cut] = [new StopSource(), new StopSource()];
  const [underWay, concurrency] = [new Map<ItemId, UnderWay>(), adaptiveConcurrency(clock, deps.parallel)];
  let closed = false;
  const uploads = new Semaphore(() => concurrency.capacity(deps.parallel()));
  const { room, copies, ahead, prepared, rested } = copiesOf(deps, { stop, isIdle: () => underWay.size === 0 });
  const by: DeliverItemDeps = {
    ...deps,
    upload: concurrency.observed(deps.upload),
    acquireUpload: () => uploads.acquire(stop),
    spool: copies,
    ahead,
    room,
    cut,
    isClosed: () => closed,
  };
  const { makeAllDueNow, attempt } = dueNow(by);
  const deliver = async (due: DueItem): Promise<void> => {
    await attempt(due.item.id, () => deliverSafely(due, by, stop));
    underWay.delete(due.item.id);
    loop.wake();
    if (underWay.size === 0) rested.call();
  };
  const conversions = conversionLoop({ ...by, parallel: deps.parallel, closing: stop });
  const loop = takeUpLoop(deps, { underWay, concurrency, uploads, room, prepared, deliver });
  return {
    start: async () => {
      await copies.tidy((itemId) => store.needsSpool(itemId));
      await room.look();
      for (const each of [loop, conversions]) void each.start();
    },
    ring: () => (loop.wake(), conversions.wake()),
    makeAllDueNow,
    dropSpool: (id) => (ahead.left(id), prepared.drop(id), dropCopies(store.get(id) ?? { id }, { spool: copies, store })),
    ahead,
    diskIsFull: () => void room.full(),
    ...forPeople({ ...by, prepared, closing: stop }, () => rested.call()),
    close: async (patienceMs) => {
      stop.abort();
      await loop.close();
      await allEnded(underWay, { withinMs: patienceMs, cut, clock });
      await conversions.close();
      prepared.close();
      await copies.rest();
      closed = true;
    },
  };
}

type TakeUpDeps = Pick<Turn, 'underWay' | 'concurrency'> & {
  readonly uploads: Pick<Semaphore, 'admit'>;
  readonly room: CopyBudget;
  readonly prepared: PreparedVersions;
  readonly deliver: (due: DueItem) => Promise<void>;
};

/** Starts what is due, as far as there are uploads and disk space for it. */
function takeUpLoop(deps: DeliveryDeps, { uploads, room, prepared, deliver, ...under }: TakeUpDeps): SweepLoop {
  const { clock, log } = deps;
  return new SweepLoop({
    clock,
    look: () => {
      void room.look();
      prepared.sweep();
      uploads.admit();
      const at = { now: clock.wallMs(), bytesAhead: room.bytesAhead(), ...under };
      for (const due of dueItems(deps, at)) at.underWay.set(due.item.id, { bytes: sentBytesOf(due.item).bytes, ended: deliver(due) });
      return pauseMs(deps, at);
    },
    failed: { log: (fields) => log.error('journal cannot be read', fields), restMs: LOOK_EVERY_MS },
  });
}

/** The private copies, and the disk space for them. */
function copiesOf(deps: DeliveryDeps, { stop, isIdle }: { readonly stop: Stop; readonly isIdle: () => boolean }) {
  const { clock, files, random, shrinkLog, spoolFolder: folder, onFreeCopy: onFree } = deps;
  const room: CopyBudget = copyBudget({ clock, files, folder, giveBack: () => copies.rest(), shrinkLog });
  const copies = spool({ files, random, folder, isLow: room.isLow, onFree });
  const ahead = copiesAhead({ clock, random, spool: copies, stop, isLow: room.isLow });
  const rested = throttle({ clock, everyMs: REST_MS, edge: 'trailing', stop }, async () => (isIdle() ? copies.rest() : undefined));
  return { room, copies, ahead, rested, prepared: preparedVersions({ ...deps, spool: copies }) };
}

async function deliverSafely(due: DueItem, deps: DeliverItemDeps, stop: Stop): Promise<void> {
  try {
    await deliverItem(due, deps);
  } catch (error) {
    deps.log.error('delivery failed', { itemId: due.item.id, error: nameOf(error) });
    // A bug, or a journal that cannot be read: do not retry at once.
    await deps.clock.sleep(LOOK_EVERY_MS, stop);
  }
}

type ForPeople =
  | 'bytesOf'
  | 'entryLinesOf'
  | 'entriesPreviewOf'
  | 'allowEntries'
  | 'sendAgain'
  | 'sendAllTheSame'
  | 'convert'
  | 'join'
  | 'undoJoin'
  | 'conversionBytesOf'
  | 'shownBytesOf'
  | 'versionOf'
  | 'sendConversion';
type ForPeopleDeps = DeliverItemDeps & { readonly prepared: PreparedVersions; readonly closing: Stop };

/** What a user can do with single documents. */
function forPeople(deps: ForPeopleDeps, rest: () => void): Pick<Delivery, ForPeople> {
  const showLarge = largeToShow();
  return {
    bytesOf: async (itemId, wanted) => {
      const found = await readBytes(itemId, { ...deps, showLarge }, wanted);
      rest();
      return found;
    },
    entryLinesOf: (itemId) => readEntryLines(itemId, deps),
    entriesPreviewOf: (of) => previewEntries(of, deps),
    allowEntries: (agreed) => allowEntries(agreed, deps),
    sendAgain: (itemIds) => sendAgain(itemIds, deps),
    sendAllTheSame: (itemId) => sendAllTheSame(itemId, deps),
    convert: (of, wanted) => convertItem(of, deps, wanted),
    join: (itemIds, wanted) => joinItems(itemIds, deps, wanted),
    undoJoin: (itemId) => undoJoin(itemId, deps),
    conversionBytesOf: (itemId) => conversionBytes(itemId, deps),
    versionOf: async (itemId) => {
      const item = deps.store.get(itemId);
      return item?.conversion === undefined ? null : versionBytes(item, item.conversion, deps);
    },
    shownBytesOf: (itemId, wanted) => shownVersion(itemId, deps, wanted ?? deps.closing),
    sendConversion: (agreed) => sendConversion(agreed, deps),
  };
}

type UnderWay = { readonly bytes: number; readonly ended: Promise<void> };
type Turn = {
  readonly now: ReturnType<Clock['wallMs']>;
  readonly underWay: Map<ItemId, UnderWay>;
  readonly concurrency: AdaptiveConcurrency;
  /** How many bytes the disk of the copies has room for; one document is always tried. */
  readonly bytesAhead: number;
};

function dueItems({ store, parallel }: DeliveryDeps, { now, underWay, concurrency, bytesAhead }: Turn): ReturnType<typeof store.due> {
  const uploads = concurrency.capacity(parallel());
  const room = uploads + Math.min(uploads * AHEAD_TIMES, AHEAD_MAX) - underWay.size;
  if (room <= 0) return [];
  // Items under way may still be `waiting` in the journal, because their intent is not written yet.
  const due = store.due(now, room, underWay);
  const next = due.length === 0 ? store.nextDueAt() : null;
  const found = next !== null && next - now > AHEAD_MAX_MS ? store.due(next, room, underWay) : due;
  let bytes = Array.from(underWay.values()).reduce((sum, one) => sum + one.bytes, 0);
  const fits = found.findIndex(({ item }, at) => {
    bytes += sentBytesOf(item).bytes;
    const before = underWay.size + at;
    return (before >= 1 && bytes > bytesAhead) || (before >= 2 * uploads && bytes > AHEAD_BYTES_MAX);
  });
  return fits < 0 ? found : found.slice(0, fits);
}

function pauseMs({ store, parallel }: DeliveryDeps, { now, underWay, concurrency }: Turn): number {
  // During a cooldown nothing can start.
  if (concurrency.cooldownMs() > 0) return Math.min(concurrency.cooldownMs(), LOOK_EVERY_MS);
  // The end of an upload wakes the loop: until then there is no reason to ask the journal.
  if (underWay.size >= parallel()) return LOOK_EVERY_MS;
  const nextMs = (store.nextDueAt() ?? Number.POSITIVE_INFINITY) - now;
  // Items already due are under way, or wait for capacity: the end of an upload wakes the loop.
  return nextMs <= 0 ? LOOK_EVERY_MS : Math.min(nextMs, LOOK_EVERY_MS);
}

type CloseDeps = { readonly withinMs: number; readonly cut: StopSource; readonly clock: Clock };

/** Waits for running deliveries, then cuts them off and waits for their last rows. */
async function allEnded(underWay: ReadonlyMap<ItemId, UnderWay>, { withinMs, cut, clock }: CloseDeps): Promise<void> {
  await endedWithin(underWay, withinMs, clock);
  cut.abort();
  await endedWithin(underWay, CUT_MS, clock);
}

async function endedWithin(underWay: ReadonlyMap<ItemId, UnderWay>, withinMs: number, clock: Clock): Promise<void> {
  if (underWay.size === 0) return;
  const ended = Promise.all(Array.from(underWay.values(), (one) => one.ended));
  await withTimeout(ended, { clock, withinMs, late: () => null });
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
