import type { Content, WindowUploadStore } from '#electron/upload-from-window/store.ts';
import { folderIdSchema, type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';
import type { FolderRows } from '../companies/folder-rows.ts';
import type { ItemRows } from './item-rows.ts';

export type CorrectionRows = WindowUploadStore & {
  /**
   * Returns the document that this content was given in place of, and forgets the pair, since the content is now found. Part of the
   * caller's transaction.
   */
  takeCorrected(content: Content): ItemId | null;
};

/** Files that a user gave in place of a document, from their inspection until they are found in their folder. */
export function correctionRows(base: JournalContext, rows: { readonly items: ItemRows; readonly folders: FolderRows }): CorrectionRows {
  const { database } = base;
  const lying = database.prepare(`SELECT i.id FROM items i WHERE i.company_id = ? AND i.import_type = ? AND i.sha256 = ? AND EXISTS
    (SELECT 1 FROM files f JOIN folders o ON o.id = f.folder_id WHERE f.item_id = i.id AND f.present = 1 AND o.removed_at IS NULL)`);
  const place = database.prepare(`SELECT f.folder_id FROM files f JOIN folders o ON o.id = f.folder_id
    WHERE f.item_id = ? AND o.removed_at IS NULL ORDER BY f.present DESC, f.seen_at DESC LIMIT 1`);
  const keep = database.prepare('INSERT OR REPLACE INTO corrections (company_id, import_type, sha256, corrects) VALUES (?, ?, ?, ?)');
  const forget = database.prepare('DELETE FROM corrections WHERE company_id = ? AND import_type = ? AND sha256 = ? RETURNING corrects');
  return {
    folders: () => rows.folders.folders(),
    item: (itemId) => rows.items.get(itemId),
    folderOf: ({ id, companyId, importType }) => {
      const row = place.get(id);
      const there = row === undefined ? null : rows.folders.get(folderIdSchema.parse(row['folder_id']));
      const isOfKind = (folder: { readonly companyId: string; readonly importType: string }): boolean =>
        folder.companyId === companyId && folder.importType === importType;
      return there ?? rows.folders.folders().find(isOfKind) ?? null;
    },
    lying: (content) => {
      const row = lying.get(...keyOf(content));
      return row === undefined ? null : itemIdSchema.parse(row['id']);
    },
    corrects: (content, itemId) => {
      base.transact(() => (itemId === null ? forget.get(...keyOf(content)) : keep.run(...keyOf(content), itemId)));
    },
    takeCorrected: (content) => {
      const row = forget.get(...keyOf(content));
      return row === undefined ? null : itemIdSchema.parse(row['corrects']);
    },
  };
}

function keyOf({ companyId, importType, sha256 }: Content): readonly [string, string, string] {
  return [companyId, importType, sha256];
}
