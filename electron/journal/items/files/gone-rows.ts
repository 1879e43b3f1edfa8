import type { StatementSync } from 'node:sqlite';
import type { FolderId, ItemId } from '#shared/domain/ids.ts';
import type { JournalContext, Row } from '../../sqlite/journal-context.ts';
import { inPages } from '../../sqlite/in-pages.ts';
import { itemOf } from '../item-columns.ts';
import type { ItemRows } from '../item-rows.ts';

export type GoneRows = {
  /** Whether a file with its content is known to be there. A folder that is away, or not watched any more, keeps its files. */
  hasFile(itemId: ItemId): boolean;
  /** The same, in a folder that is still watched: elsewhere nobody would see it come back or go. */
  hasWatchedFile(itemId: ItemId): boolean;
  /** What asked for a person because of a file that has vanished from this folder, and is nowhere else, needs nobody now (ADR-62). */
  noteGone(folderId: FolderId, vanished: readonly string[] | 'any'): void;
};

export function goneRows(base: JournalContext, items: Pick<ItemRows, 'apply'>): GoneRows {
  const { file, watched, at, any } = prepared(base.database);
  return {
    hasFile: (itemId) => file.get(itemId) !== undefined,
    hasWatchedFile: (itemId) => watched.get(itemId) !== undefined,
    noteGone: (folderId, vanished) =>
      base.transact(() => {
        const now = base.clock.wallMs();
        const gone = (row: Row): void => void items.apply(itemOf(row), { kind: 'gone' }, now);
        if (vanished === 'any') for (const kind of KINDS) inPages(any, [kind, folderId], gone);
        else for (const path of vanished) at.all(folderId, path).forEach(gone);
      }),
  };
}

/** The kinds that ask for a person because of a file. There are few of them, so they are found first. */
const KINDS = ['held', 'unfit'] as const;
const NO_FILE = 'NOT EXISTS (SELECT 1 FROM files WHERE item_id = i.id AND present = 1)';

function prepared(database: JournalContext['database']): Readonly<Record<'file' | 'watched' | 'at' | 'any', StatementSync>> {
  return {
    file: database.prepare('SELECT 1 FROM files WHERE item_id = ? AND present = 1 LIMIT 1'),
    watched: database.prepare(`SELECT 1 FROM files f JOIN folders o ON o.id = f.folder_id AND o.removed_at IS NULL
      WHERE f.item_id = ? AND f.present = 1 LIMIT 1`),
    at: database.prepare(`SELECT i.* FROM files f CROSS JOIN items i ON i.id = f.item_id
      WHERE f.folder_id = ? AND f.relative_path = ? AND i.kind IN ('${KINDS.join("', '")}') AND ${NO_FILE}`),
    any: database.prepare(`SELECT i.* FROM items i WHERE i.kind = ?
      AND EXISTS (SELECT 1 FROM files WHERE item_id = i.id AND folder_id = ?) AND ${NO_FILE} AND i.n > ? ORDER BY i.n LIMIT ?`),
  };
}
