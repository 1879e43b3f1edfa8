import type { ItemId } from '#shared/domain/ids.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { CopyTo } from '#shared/ports/file-reader.ts';
import type { Random } from '#shared/ports/random.ts';
import type { Stop } from '#shared/ports/stop.ts';
import { createBackpressure } from './backpressure.ts';
import type { Spool } from './spool.ts';

export type CopiesAhead = {
  /** For a document that may come of a file; null when enough of them lie ahead, or room is low. */
  take(): CopyTo | null;
  /** The document is to be sent, and this is its copy. */
  keep(copy: CopyTo & { readonly bytes: number }): void;
  giveBack(to: CopyTo, as: 'free' | 'doubtful'): void;
  /** Its turn has come, or never will. */
  left(itemId: ItemId): void;
  /** Null when more may come. Otherwise resolves when enough was sent, or soon: what comes beyond would be read a second time. */
  readonly waitForCapacity: () => Promise<void> | null;
};

/** As many as are under way when a person allows eight at a time, and as many behind them. */
const COPIES_MAX = 24;
/** Of room on the disk, whatever they are. */
const BYTES_MAX = 32_000_000;
/** From here on whoever brings more waits. The rest is for those who have begun to read meanwhile. */
const ENOUGH = { copies: COPIES_MAX / 2, bytes: BYTES_MAX / 2 };

/**
 * Private copies of what was found a moment ago and is about to be sent: read once, and no other bytes than those that were looked at.
 * Only a shortcut: without one the file is read when its turn comes, and compared.
 */
export function copiesAhead({ clock, random, spool, stop, isLow }: CopiesAheadDeps): CopiesAhead {
  const kept = new Map<ItemId, number>();
  let taken = 0;
  let bytes = 0;
  const pressure = createBackpressure(clock);
  stop.addEventListener('abort', pressure.release, { once: true });
  const isEnough = (): boolean => kept.size >= ENOUGH.copies || bytes >= ENOUGH.bytes;
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
      // What is left at the end is tidied away by the next start.
      if (!stop.aborted) void spool.giveBack(path, as);
    },
    left: (itemId) => {
      bytes -= kept.get(itemId) ?? 0;
      kept.delete(itemId);
      pressure.took();
      if (!isEnough()) pressure.release();
      if (kept.size === 0) pressure.rest();
    },
    waitForCapacity: () => (!isEnough() || stop.aborted ? null : pressure.waitForCapacity()),
  };
}

type CopiesAheadDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly spool: Pick<Spool, 'take' | 'keep' | 'giveBack'>;
  readonly stop: Stop;
  /** The disk has so little room that each copy is made when its turn comes. */
  readonly isLow: () => boolean;
};
