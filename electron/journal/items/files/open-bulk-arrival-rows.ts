import type { IntakeStore } from '#electron/intake/store.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import { IN_BULK_ARRIVAL } from './bulk-arrival-rows.ts';
import type { JournalContext } from '../../sqlite/journal-context.ts';

export type OpenBulkArrivalRows = Pick<IntakeStore, 'bulkArrivedAt' | 'isAskedAbout' | 'noteBulkArrival'>;

/** What a run has to know of the bulk arrivals that earlier runs found: which are still in question, and which were not read to their end. */
export function openBulkArrivalRows(base: JournalContext): OpenBulkArrivalRows {
  const { askedAbout, asked, untaken, note } = prepared(base.database);
  return {
    bulkArrivedAt: (folderId) => {
      const found = whenOf(askedAbout.get(folderId)?.['at']);
      const until = whenOf(untaken.get(folderId)?.['at']);
      return found === null || (until !== null && until > found) ? until : found;
    },
    isAskedAbout: ({ id, companyId, importType }) => asked.get(companyId, importType, id) !== undefined,
    noteBulkArrival: (folderId, until) => {
      const before = whenOf(untaken.get(folderId)?.['at']);
      // Called at every sweep; a value that did not grow need not be written.
      if (until === null ? before === null : before !== null && until <= before) return;
      base.transact(() => note.run(until, folderId));
    },
  };
}

function prepared(database: JournalContext['database']) {
  return {
    // The later of the two, because the clock may have been set back between the writing and the finding. CROSS JOIN makes SQLite start
    // from the few items of this kind, not from all files of the folder.
    askedAbout: database.prepare(`SELECT max(max(i.found_at, i.written_at)) AS at FROM items i CROSS JOIN files f ON f.item_id = i.id
      WHERE f.folder_id = ? AND i.kind = 'held' AND json_extract(i.state, '$.question.kind') = 'bulk-arrival'`),
    asked: database.prepare(`SELECT 1 FROM items INDEXED BY items_bulk_arrival WHERE ${IN_BULK_ARRIVAL}
      AND company_id = ? AND import_type = ? AND found_in = ? LIMIT 1`),
    untaken: database.prepare('SELECT bulk_arrival_until AS at FROM folders WHERE id = ?'),
    note: database.prepare('UPDATE folders SET bulk_arrival_until = ? WHERE id = ?'),
  };
}

function whenOf(at: unknown): WallMs | null {
  return typeof at === 'number' ? wallMs(at) : null;
}
