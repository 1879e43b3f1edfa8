import type { IntakeStore } from '#electron/intake/store.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';

export type OpenBulkArrivalRows = Pick<IntakeStore, 'bulkArrivedAt' | 'noteBulkArrival'>;

/** What a run has to know of the floods that earlier ones found: which are still asked about, and which were not read to their end. */
export function openBulkArrivalRows(base: JournalContext): OpenBulkArrivalRows {
  const { askedAbout, untaken, note } = prepared(base.database);
  return {
    bulkArrivedAt: (folderId) => {
      const found = whenOf(askedAbout.get(folderId)?.['at']);
      const until = whenOf(untaken.get(folderId)?.['at']);
      return found === null || (until !== null && until > found) ? until : found;
    },
    noteBulkArrival: (folderId, until) => {
      const before = whenOf(untaken.get(folderId)?.['at']);
      // Told at every sweep: that there is less of it than before need not be written down.
      if (until === null ? before === null : before !== null && until <= before) return;
      base.transact(() => note.run(until, folderId));
    },
  };
}

function prepared(database: JournalContext['database']) {
  return {
    // Whichever is later: the clock may have been set back between the writing and the finding. CROSS JOIN: by the few items of the kind,
    // and not by all files of the folder.
    askedAbout: database.prepare(`SELECT max(max(i.found_at, i.written_at)) AS at FROM items i CROSS JOIN files f ON f.item_id = i.id
      WHERE f.folder_id = ? AND i.kind = 'held' AND json_extract(i.state, '$.question.kind') = 'flood'`),
    untaken: database.prepare('SELECT flood_until AS at FROM folders WHERE id = ?'),
    note: database.prepare('UPDATE folders SET flood_until = ? WHERE id = ?'),
  };
}

function whenOf(at: unknown): WallMs | null {
  return typeof at === 'number' ? wallMs(at) : null;
}
