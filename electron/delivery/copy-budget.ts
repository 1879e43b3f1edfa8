import type { Clock } from '#shared/ports/clock.ts';
import type { Files } from '#shared/ports/files.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';

export type CopyBudget = {
  /** Asks the disk, unless it was asked a moment ago. */
  look(): Promise<void>;
  /** There is so little that no file lies idle and none is copied before its turn. */
  readonly isLow: () => boolean;
  /** So much may be under way at a time, beside one document. */
  bytesAhead(): number;
  /** Whether a copy of so many bytes leaves the journal its room, if need be after what can be given back was. */
  takes(bytes: number): Promise<boolean>;
  /** Something of ours met a full disk. */
  full(): Promise<void>;
};

export type CopyBudgetDeps = {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly files: Pick<Files, 'room'>;
  readonly folder: string;
  /** Gives back what lies idle. */
  readonly giveBack: () => Promise<void>;
  /** Has the journal play its log, which takes up to 4 MB, into the database. It costs a flush of both. */
  readonly shrinkLog: () => void;
};

/** Twice what copies ahead may take: with less, they would compete with all others who write to this disk. */
export const LOW_BYTES = 64_000_000;
/** What a copy leaves: rows of the journal come before it. The journal has room of its own beside that (`keep-reserve.ts`). */
export const LEFT_BYTES = 524_288;
const LOOK_EVERY_MS = SECOND_MS / 5;
/** A disk that does not tell how much is free is believed to be full for so long after it said so. */
const FULL_FOR_MS = MINUTE_MS;

/** How much room the disk of the copies has: they are made to be quick, and must not be what fills it (ADR-34). */
export function copyBudget({ clock, files, folder, giveBack, shrinkLog }: CopyBudgetDeps): CopyBudget {
  let free: number | null = null;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let fullAtMs = Number.NEGATIVE_INFINITY;
  const isLow = (): boolean => (free === null ? clock.monotonicMs() - fullAtMs < FULL_FOR_MS : free < LOW_BYTES);
  const ask = async (): Promise<number | null> => {
    lookedAtMs = clock.monotonicMs();
    free = await files.room(folder);
    return free;
  };
  const takes = async (bytes: number): Promise<boolean> => {
    const now = await ask();
    return now === null || now - bytes >= LEFT_BYTES;
  };
  return {
    isLow,
    look: async () => {
      if (clock.monotonicMs() - lookedAtMs < LOOK_EVERY_MS) return;
      await ask();
      if (isLow()) await giveBack();
    },
    bytesAhead: () => (isLow() ? (free ?? 0) / 2 : Number.POSITIVE_INFINITY),
    takes: async (bytes) => {
      if (await takes(bytes)) return true;
      await giveBack();
      shrinkLog();
      return takes(bytes);
    },
    full: async () => {
      fullAtMs = clock.monotonicMs();
      await giveBack();
      shrinkLog();
    },
  };
}
