import { type FolderId, folderIdSchema, type ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { noteToSend } from '#shared/domain/item/note.ts';
import type { FolderRows } from '../companies/folder-rows.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';
import type { ItemRows } from './item-rows.ts';

export type FolderNoteRows = {
  /** What its folder adds to the note of a document: as it was first sent, or as it would be sent now. */
  of(item: Item): string | undefined;
  /** The document's own note and that of its folder, as they go with it. */
  toSend(itemId: ItemId): string | undefined;
};

type Rows = { readonly items: Pick<ItemRows, 'get'>; readonly folders: Pick<FolderRows, 'get'> };

/** What folders do about the notes to the accountant. */
export function folderNoteRows({ database }: JournalContext, { items, folders }: Rows): FolderNoteRows {
  const foundIn = database.prepare('SELECT found_in FROM items WHERE id = ?');
  const folderOf = (itemId: ItemId): FolderId | null => folderIdSchema.nullable().parse(foundIn.get(itemId)?.['found_in'] ?? null);
  const of = (item: Item): string | undefined => {
    if (item.reference !== null) return item.folderNote;
    const folderId = folderOf(item.id);
    return (folderId === null ? null : folders.get(folderId)?.notes.text) ?? undefined;
  };
  return {
    of,
    toSend: (itemId) => {
      const item = items.get(itemId);
      return item === null ? undefined : noteToSend(item.comment, of(item)).text;
    },
  };
}
