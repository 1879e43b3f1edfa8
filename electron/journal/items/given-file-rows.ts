import type { Content, SaidOfFile, WindowUploadStore } from '#electron/upload-from-window/store.ts';
import { folderIdSchema, type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import { mayHaveLeft } from '#shared/domain/item/aside.ts';
import type { JournalContext, Row } from '../sqlite/journal-context.ts';
import type { FolderRows } from '../companies/folder-rows.ts';
import type { ItemRows } from './item-rows.ts';

export type GivenFileRows = WindowUploadStore & {
  /** What a user said of this content, which is forgotten, since the content is now found. Part of the caller's transaction. */
  take(content: Content): SaidOfFile;
};

export const NOTHING_SAID: SaidOfFile = { corrects: null, note: null, ownNumber: null, by: null };

/** Files that a user gave in the window or by a command, from their inspection until they are found in their folder. */
export function givenFileRows(base: JournalContext, rows: { readonly items: ItemRows; readonly folders: FolderRows }): GivenFileRows {
  const { place, known, lying, said, keep, forget } = prepared(base.database);
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
    lying: (content) => idOf(lying.get(...keyOf(content))),
    hasLeft: (content) => {
      const itemId = idOf(known.get(...keyOf(content)));
      const item = itemId === null ? null : rows.items.get(itemId);
      return item !== null && mayHaveLeft(item);
    },
    keep: (content, { corrects, note, ownNumber, by }) =>
      base.transact(() => {
        const before = saidIn(said.get(...keyOf(content)));
        keep.run(...keyOf(content), corrects, note, ownNumber, by);
        return () =>
          base.transact(() => {
            forget.get(...keyOf(content));
            if (before !== null) keep.run(...keyOf(content), before.corrects, before.note, before.ownNumber, before.by);
          });
      }),
    take: (content) => saidIn(forget.get(...keyOf(content))) ?? NOTHING_SAID,
  };
}

function prepared(database: JournalContext['database']) {
  const ofContent = 'company_id = ? AND import_type = ? AND sha256 = ?';
  return {
    known: database.prepare(`SELECT id FROM items WHERE ${ofContent}`),
    lying: database.prepare(`SELECT i.id FROM items i WHERE i.company_id = ? AND i.import_type = ? AND i.sha256 = ? AND EXISTS
      (SELECT 1 FROM files f JOIN folders o ON o.id = f.folder_id WHERE f.item_id = i.id AND f.present = 1 AND o.removed_at IS NULL)`),
    place: database.prepare(`SELECT f.folder_id FROM files f JOIN folders o ON o.id = f.folder_id
      WHERE f.item_id = ? AND o.removed_at IS NULL ORDER BY f.present DESC, f.seen_at DESC LIMIT 1`),
    said: database.prepare(`SELECT corrects, note, own_number, given_by FROM given_files WHERE ${ofContent}`),
    keep: database.prepare(`INSERT INTO given_files (company_id, import_type, sha256, corrects, note, own_number, given_by) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET corrects = coalesce(excluded.corrects, corrects), note = coalesce(excluded.note, note),
      own_number = coalesce(excluded.own_number, own_number), given_by = coalesce(excluded.given_by, given_by)`),
    forget: database.prepare(`DELETE FROM given_files WHERE ${ofContent} RETURNING corrects, note, own_number, given_by`),
  };
}

function idOf(row: Row | undefined): ItemId | null {
  return row === undefined ? null : itemIdSchema.parse(row['id']);
}

function saidIn(row: Row | undefined): SaidOfFile | null {
  if (row === undefined) return null;
  const { corrects, note, own_number: ownNumber, given_by: by } = row;
  return { corrects: itemIdSchema.nullable().parse(corrects), note: textIn(note), ownNumber: textIn(ownNumber), by: textIn(by) };
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function keyOf({ companyId, importType, sha256 }: Content): readonly [string, string, string] {
  return [companyId, importType, sha256];
}
