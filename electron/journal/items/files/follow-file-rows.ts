import { INVOICE_TYPES } from '#shared/contract/import-types.ts';
import { MEDIA_TYPES, type MediaType } from '#shared/contract/media-types.ts';
import { type FolderId, itemIdSchema } from '#shared/domain/ids.ts';
import { isUnsent } from '#shared/domain/item/aside.ts';
import { stateAfterMove } from '#shared/domain/item/gone.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { sentName } from '#shared/domain/item/sending/sent-name.ts';
import { shownName } from '#shared/lib/disk-name.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { JournalContext } from '../../sqlite/journal-context.ts';
import type { GoneRows } from './gone-rows.ts';
import { itemOf } from '../item-columns.ts';
import type { ItemRows } from '../item-rows.ts';
import type { SentNameRows } from '../sent-name-rows.ts';

/** A document of which no byte has left follows its file (C51). Each call is a part of the caller's transaction. */
export type FollowFileRows = {
  /** Before a found file becomes a document: if it is one of the other type that was moved here, that document ends. */
  beforeFound(of: Pick<Item, 'companyId' | 'importType' | 'sha256'>, now: WallMs): void;
  /** After files were found at these paths, or were no longer there: their documents get the name and type that their files have now. */
  after(folderId: FolderId, relativePaths: readonly string[], now: WallMs): void;
};

type Rows = { readonly items: ItemRows; readonly gone: Pick<GoneRows, 'hasFile'>; readonly sentNames: SentNameRows };

export function followFileRows({ database }: JournalContext, { items, gone, sentNames }: Rows): FollowFileRows {
  const byContent = database.prepare('SELECT * FROM items WHERE company_id = ? AND import_type = ? AND sha256 = ?');
  const atPath = database.prepare('SELECT item_id FROM files WHERE folder_id = ? AND relative_path = ?');
  const names = database.prepare('SELECT relative_path FROM files WHERE item_id = ? AND present = 1 ORDER BY seen_at DESC LIMIT 20');
  const twinOf = ({ companyId, importType, sha256 }: Pick<Item, 'companyId' | 'importType' | 'sha256'>): Item | null => {
    const other = INVOICE_TYPES.find((type) => type !== importType);
    const row = other === undefined || sha256 === null ? undefined : byContent.get(companyId, other, sha256);
    return row === undefined ? null : itemOf(row);
  };
  const isMoved = (item: Item): boolean => isUnsent(item) && item.parts === undefined && !gone.hasFile(item.id);
  const afterMove = (item: Item, now: WallMs): void => {
    const twin = twinOf(item);
    if (twin?.state.kind !== 'held' || twin.state.question.kind !== 'other-type' || twin.state.question.itemId !== item.id) return;
    if (!gone.hasFile(twin.id)) return;
    items.apply(twin, { kind: 'twin-moved', as: stateAfterMove(item, now) }, now);
    items.apply(item, { kind: 'moved' }, now);
  };
  const rename = (item: Item): void => {
    const now = names.all(item.id).map((row) => nameAt(String(row['relative_path'])));
    const [name] = now;
    if (name === undefined || now.includes(item.name)) return;
    items.rename({ ...item, name, sentName: sentNameOf({ ...item, name }, sentNames) });
  };
  return {
    beforeFound: (of, now) => {
      const twin = twinOf(of);
      if (twin !== null && isMoved(twin)) items.apply(twin, { kind: 'moved' }, now);
    },
    after: (folderId, relativePaths, now) => {
      const ids = relativePaths.flatMap((path) => atPath.all(folderId, path).map((row) => itemIdSchema.parse(row['item_id'])));
      for (const id of new Set(ids)) {
        const item = items.get(id);
        if (item === null || !isUnsent(item) || item.parts !== undefined) continue;
        if (gone.hasFile(id)) rename(item);
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
