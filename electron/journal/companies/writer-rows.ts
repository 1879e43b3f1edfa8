import type { FolderId } from '#shared/domain/ids.ts';
import { FIRST_FILES, GAP_MAX_MS, isRemembered } from '#shared/domain/folder/waits.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';

/** What a folder learns of the program that writes into it (C51). Both are part of the caller's transaction. */
export type WriterRows = {
  /** A file was written in place, and was complete. */
  wroteInPlace(folderId: FolderId): void;
  /** A file was written again so many milliseconds after it had been complete. */
  wroteAgain(folderId: FolderId, gapMs: number, now: WallMs): void;
};

export function writerRows({ database }: JournalContext): WriterRows {
  const count = database.prepare(`UPDATE folders SET in_place = in_place + 1 WHERE id = ? AND in_place < ${FIRST_FILES}`);
  const gap = database.prepare('SELECT gap_ms, gap_at FROM folders WHERE id = ?');
  const keep = database.prepare('UPDATE folders SET gap_ms = ?, gap_at = ? WHERE id = ?');
  return {
    wroteInPlace: (folderId) => void count.run(folderId),
    wroteAgain: (folderId, gapMs, now) => {
      // What is edited later, or was put there with a time of its own, is no further page.
      if (gapMs <= 0 || gapMs > GAP_MAX_MS) return;
      const row = gap.get(folderId);
      const before = typeof row?.['gap_at'] === 'number' && isRemembered(wallMs(row['gap_at']), now) ? Number(row['gap_ms']) : 0;
      keep.run(Math.max(before, gapMs), now, folderId);
    },
  };
}
