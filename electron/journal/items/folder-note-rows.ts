import { type FolderId, folderIdSchema, type ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { noteFileProblem, noteToSend, numberInName, withNoteFile, withOwnNumber } from '#shared/domain/item/note.ts';
import type { NoteBeside } from '#shared/domain/item/note-schemas.ts';
import type { FoundFile } from '#electron/intake/store.ts';
import type { FolderRows } from '../companies/folder-rows.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';
import { itemOf } from './item-columns.ts';
import type { ItemRows } from './item-rows.ts';

export type FolderNoteRows = {
  /** What its folder adds to the note of a document: as it was first sent, or as it would be sent now. */
  of(item: Item): string | undefined;
  /** The document's own note and that of its folder, as they go with it. */
  toSend(itemId: ItemId): string | undefined;
  /** A new document with what the file beside its own says, and with the number that the name of its file has. */
  ofNew(item: Item, found: Pick<FoundFile, 'folderId' | 'relativePath' | 'note'>): Item;
  /** A note lies beside this file: its document gets it, or asks about it, or says that it came too late. A part of the caller's transaction. */
  beside(place: Place, note: NoteBeside): void;
  /** The document with the number that its name has by the pattern of this folder, unless it has another one. */
  named(item: Item, folderId: FolderId): Item;
};

type Place = Pick<FoundFile, 'folderId' | 'relativePath'>;
type Rows = { readonly items: Pick<ItemRows, 'get' | 'save' | 'apply'>; readonly folders: Pick<FolderRows, 'get'> };

/** What folders do about the notes to the accountant. */
export function folderNoteRows({ database, clock }: JournalContext, { items, folders }: Rows): FolderNoteRows {
  const { foundIn, lying, earlier } = prepared(database);
  const folderOf = (itemId: ItemId): FolderId | null => folderIdSchema.nullable().parse(foundIn.get(itemId)?.['found_in'] ?? null);
  const of = (item: Item): string | undefined => {
    if (item.importType === 'entries') return undefined;
    if (item.reference !== null) return item.folderNote;
    const folderId = folderOf(item.id);
    return (folderId === null ? null : folders.get(folderId)?.notes.text) ?? undefined;
  };
  /** A file that went with an earlier document of this place is not meant for what took its name. */
  const isUsed = ({ folderId, relativePath }: Place, { name, modifiedAt }: NoteBeside, itemId: ItemId): boolean =>
    earlier
      .all(folderId, relativePath, itemId)
      .map(itemOf)
      .some(({ reference, noteFile: file }) => {
        const isSame = file?.name === name && file.modifiedAt === modifiedAt;
        return reference !== null && isSame && file.became === 'taken';
      });
  const noted = (item: Item, place: Place, note: NoteBeside): Item => {
    const { name, modifiedAt } = note;
    const after = withNoteFile(item, isUsed(place, note, item.id) ? { name, modifiedAt, problem: 'used' } : note);
    // Without the number that the file said until now, the name counts again.
    return after === item || after.noteFile?.became === 'late' ? after : named(after, place.folderId);
  };
  const named = (item: Item, folderId: FolderId): Item =>
    withOwnNumber(item, 'name', numberInName(folders.get(folderId)?.notes.numberPattern ?? null, item.name));
  return {
    of,
    toSend: (itemId) => {
      const item = items.get(itemId);
      return item === null || item.importType === 'entries' ? undefined : noteToSend(item.comment, of(item), item.ownNumber).text;
    },
    ofNew: (item, { note, ...place }) => named(note === undefined ? item : noted(item, place, note), place.folderId),
    named,
    beside: (place, note) => {
      const row = lying.get(place.folderId, place.relativePath);
      const item = row === undefined ? null : itemOf(row);
      const after = item === null ? null : noted(item, place, note);
      if (after === null || after === item) return;
      items.save(after);
      const isAsked = after.state.kind === 'held' && after.state.question.kind === 'note';
      // A number alone is what the file was to say, but not the note that a folder waits for.
      const isSaid = noteFileProblem(after) === null && folders.get(place.folderId)?.notes.holdsSince === null;
      // It waited for nothing else; or what was read is no note, and a user decides.
      if (isAsked && (after.comment !== undefined || isSaid)) items.apply(after, { kind: 'allowed' }, clock.wallMs());
      else if (noteFileProblem(after) !== null) items.apply(after, { kind: 'note-wanted' }, clock.wallMs());
    },
  };
}

function prepared(database: JournalContext['database']) {
  return {
    foundIn: database.prepare('SELECT found_in FROM items WHERE id = ?'),
    lying: database.prepare(`SELECT i.* FROM files f JOIN items i ON i.id = f.item_id
      WHERE f.folder_id = ? AND f.relative_path = ? AND f.present = 1`),
    earlier: database.prepare(`SELECT i.* FROM files f JOIN items i ON i.id = f.item_id
      WHERE f.folder_id = ? AND f.relative_path = ? AND i.id <> ?`),
  };
}
