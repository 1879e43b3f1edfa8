import type { ItemId } from '#shared/domain/ids.ts';
import type { Clock, Random } from '#shared/ports/world.ts';
import type { CopiesAhead } from '#shared/ports/copies-ahead.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { Spool } from './spool.ts';
import { StopSource } from '#shared/async/stop-source.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';

/** The copies that intake hands over, as delivery has them. */
export interface KeptAhead extends CopiesAhead {
  /** The document's turn has come, or never will. */
  left(itemId: ItemId): void;
}

/** Enough for the documents under way with eight uploads at a time, and a few behind them. */
const COPIES_MAX = 24;
/** Disk space of all copies together. */
const BYTES_MAX = 32_000_000;
/** Above this, callers that add more wait. The rest is for reads that began before. */
const ENOUGH = { copies: COPIES_MAX / 2, bytes: BYTES_MAX / 2 };

/**
 * Private copies of files that were just found and are about to be sent: each file is read once, and exactly the inspected bytes are sent.
 * Only a shortcut: without a copy, the file is read when its turn comes, and compared.
 */
export function copiesAhead({ clock, random, spool, stop, isLow }: CopiesAheadDeps): KeptAhead {
  const kept = new Map<ItemId, number>();
  let taken = 0;
  let bytes = 0;
  const pressure = createBackpressure(clock);
  stop.addEventListener('abort', pressure.release, { once: true });
  const isEnough = (): boolean => kept.size >= ENOUGH.copies || bytes >= ENOUGH.bytes;
  const left = (itemId: ItemId): void => {
    bytes -= kept.get(itemId) ?? 0;
    kept.delete(itemId);
    pressure.took();
    if (!isEnough()) pressure.release();
    if (kept.size === 0) pressure.rest();
  };
  return {
    take: () => {
      if (stop.aborted || isLow() || kept.size + taken >= COPIES_MAX || bytes >= BYTES_MAX) return null;
      taken += 1;
      return { path: spool.take(), itemId: random.uuid() as ItemId };
    },
    keep: ({ path, itemId, bytes: size }) => {
      taken -= 1;
      kept.set(itemId, size);
      bytes += size;
      void spool.keep(itemId, { path, bytes: size });
    },
    giveBack: ({ path }, as) => {
      taken -= 1;
      // After a stop, the next start tidies away what is left.
      if (!stop.aborted) void spool.giveBack(path, as);
    },
    drop: (itemId) => {
      left(itemId);
      void spool.drop(itemId);
    },
    left,
    waitForCapacity: () => (!isEnough() || stop.aborted ? null : pressure.waitForCapacity()),
  };
}

type CopiesAheadDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly spool: Pick<Spool, 'take' | 'keep' | 'giveBack' | 'drop'>;
  readonly stop: Stop;
  /** The disk is so low on space that each copy is made only when its turn comes. */
  readonly isLow: () => boolean;
};

type Backpressure = {
  /** Resolves on `release`, or after a second; null if waiting cannot help. Concurrent callers share one promise. */
  waitForCapacity(): Promise<void> | null;
  /** Capacity was freed, so waiting can help again. */
  took(): void;
  readonly release: () => void;
  /** Everything that callers waited for is gone. */
  rest(): void;
};

/** If no capacity is freed within this time, the line is slow or absent, and waiting would only delay showing the files. */
const PATIENCE_MS = SECOND_MS;
/** Files have to appear in the list soon: once callers have waited this long in total, the rest is admitted at once. */
const WAITED_MS_MAX = 30 * SECOND_MS;

/** Delays callers that add faster than delivery removes, but never for long. */
function createBackpressure(clock: Clock): Backpressure {
  let isSlow = false;
  let sinceMs: number | null = null;
  let held: { readonly released: StopSource; readonly ended: Promise<void> } | null = null;

  const until = async (released: StopSource): Promise<void> => {
    await clock.sleep(PATIENCE_MS, released);
    held = null;
  };
  const hold = (): Promise<void> => {
    const released = new StopSource();
    held = { released, ended: until(released) };
    isSlow = true;
    sinceMs ??= clock.monotonicMs();
    return held.ended;
  };
  return {
    waitForCapacity: () => {
      if (held !== null) return held.ended;
      const isLong = sinceMs !== null && clock.monotonicMs() - sinceMs >= WAITED_MS_MAX;
      return isSlow || isLong ? null : hold();
    },
    took: () => {
      isSlow = false;
    },
    release: () => held?.released.abort(),
    rest: () => {
      sinceMs = null;
    },
  };
}
