import type { Clock } from '#shared/ports/clock.ts';
import type { Files } from '#shared/ports/files.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';

export type CopyBudget = {
  /** Asks the disk for its free space, unless it did so a moment ago. */
  look(): Promise<void>;
  /** So little space is left that no file is kept for reuse and no copy is made before its turn. */
  readonly isLow: () => boolean;
  /** How many bytes may be under way at a time; one document always may. */
  bytesAhead(): number;
  /** Whether a copy of this size leaves the journal its space, after deleting unused files if necessary. */
  takes(bytes: number): Promise<boolean>;
  /** One of our writes met a full disk. */
  full(): Promise<void>;
};

export type CopyBudgetDeps = {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly files: Pick<Files, 'room'>;
  readonly folder: string;
  /** Deletes the files that are kept for reuse. */
  readonly giveBack: () => Promise<void>;
  /** Has the journal write its log, which takes up to 4 MB, into the database. It costs a flush of both. */
  readonly shrinkLog: () => void;
};

/** Twice what copies ahead may take: with less, they would compete with everything else that writes to this disk. */
export const LOW_BYTES = 64_000_000;
/** What a copy must leave free: rows of the journal take precedence. The journal also has a reserve of its own (`keep-reserve.ts`). */
export const LEFT_BYTES = 524_288;
const LOOK_EVERY_MS = SECOND_MS / 5;
/** A disk that does not report its free space counts as full for this long after a write failed for lack of space. */
const FULL_FOR_MS = MINUTE_MS;

/** Watches the free space on the disk of the copies. Copies only save time, and must not be what fills the disk (ADR-34). */
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
