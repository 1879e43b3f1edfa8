import type { StatementSync } from 'node:sqlite';
import { type FolderId, type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import { inPages, type JournalContext, type Row } from '../../sqlite/journal-context.ts';
import { itemOf } from '../item-columns.ts';
import type { FolderNoteRows } from '../folder-note-rows.ts';
import type { ItemRows } from '../item-rows.ts';
import { IMPORT_TYPES } from '#shared/contract/import-types.ts';
import { MEDIA_TYPES, type MediaType } from '#shared/contract/media-types.ts';
import { isUnsent } from '#shared/domain/item/aside.ts';
import { stateAfterMove } from '#shared/domain/item/gone.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { sentName } from '#shared/domain/item/sending/sent-name.ts';
import { shownName } from '#shared/lib/file-names.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { SentNameRows } from '../submission-rows.ts';

export type GoneRows = {
  /** Whether a file with its content is known to be there. A folder that is away, or not watched any more, keeps its files. */
  hasFile(itemId: ItemId): boolean;
  /** The same, in a folder that is still watched: elsewhere nobody would see it come back or go. */
  hasWatchedFile(itemId: ItemId): boolean;
  /** What asked for a user because of a file that has vanished from this folder, and is nowhere else, needs nobody now (ADR-8). */
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

/** The kinds that ask for a user because of a file. There are few of them, so they are found first. */
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

/** A document of which no byte has left follows its file (C51). Each call is a part of the caller's transaction. */
export type FollowFileRows = {
  /** Before a found file becomes a document: if it is one of another type that was moved here, that document ends. */
  beforeFound(of: Pick<Item, 'companyId' | 'importType' | 'sha256'>, now: WallMs): void;
  /** After files were found at these paths, or were no longer there: their documents get the name and type that their files have now. */
  after(folderId: FolderId, relativePaths: readonly string[], now: WallMs): void;
};

type Rows = {
  readonly items: ItemRows;
  readonly gone: Pick<GoneRows, 'hasFile'>;
  readonly sentNames: SentNameRows;
  readonly folderNotes: Pick<FolderNoteRows, 'named'>;
};

export function followFileRows({ database }: JournalContext, { items, gone, sentNames, folderNotes }: Rows): FollowFileRows {
  const byContent = database.prepare('SELECT * FROM items WHERE company_id = ? AND import_type = ? AND sha256 = ?');
  const atPath = database.prepare('SELECT item_id FROM files WHERE folder_id = ? AND relative_path = ?');
  const names = database.prepare('SELECT relative_path FROM files WHERE item_id = ? AND present = 1 ORDER BY seen_at DESC LIMIT 20');
  const twinsOf = ({ companyId, importType, sha256 }: Pick<Item, 'companyId' | 'importType' | 'sha256'>): readonly Item[] =>
    IMPORT_TYPES.filter((type) => type !== importType).flatMap((other) => {
      const row = sha256 === null ? undefined : byContent.get(companyId, other, sha256);
      return row === undefined ? [] : [itemOf(row)];
    });
  const isMoved = (item: Item): boolean => isUnsent(item) && item.parts === undefined && !gone.hasFile(item.id);
  const afterMove = (item: Item, now: WallMs): void => {
    const asksAboutIt = ({ state }: Item): boolean =>
      state.kind === 'held' && state.question.kind === 'other-type' && state.question.itemId === item.id;
    const twin = twinsOf(item).find(asksAboutIt);
    if (twin === undefined || !gone.hasFile(twin.id)) return;
    items.apply(twin, { kind: 'twin-moved', as: stateAfterMove(item, now) }, now);
    items.apply(item, { kind: 'moved' }, now);
  };
  const rename = (item: Item, folderId: FolderId): void => {
    const now = names.all(item.id).map((row) => nameAt(String(row['relative_path'])));
    const [name] = now;
    if (name === undefined || now.includes(item.name)) return;
    const renamed = { ...item, name, sentName: sentNameOf({ ...item, name }, sentNames) };
    items.rename(folderNotes.named(renamed, folderId));
  };
  return {
    beforeFound: (of, now) => {
      for (const twin of twinsOf(of).filter(isMoved)) items.apply(twin, { kind: 'moved' }, now);
    },
    after: (folderId, relativePaths, now) => {
      const ids = relativePaths.flatMap((path) => atPath.all(folderId, path).map((row) => itemIdSchema.parse(row['item_id'])));
      for (const id of new Set(ids)) {
        const item = items.get(id);
        if (item === null || !isUnsent(item) || item.parts !== undefined) continue;
        if (gone.hasFile(id)) rename(item, folderId);
        else afterMove(item, now);
      }
    },
  };
}

function nameAt(relativePath: string): string {
  return shownName(relativePath.split('/').at(-1) ?? relativePath);
}

/** What is not to be sent reserves no name. */
function sentNameOf({ companyId, name, mediaType, conversion }: Item, sentNames: SentNameRows): string {
  const sent = conversion?.mediaType ?? mediaType;
  return sent !== null && sent in MEDIA_TYPES ? sentNames.take(companyId, sentName(name, sent as MediaType)) : name;
}
