import type { DeliveryStore } from '#electron/delivery/store.ts';
import type { Company } from '#shared/domain/company.ts';
import { isConverting } from '#shared/domain/folder/folder-conversions.ts';
import { folderIdSchema, type ItemId } from '#shared/domain/ids.ts';
import { sentName } from '#shared/domain/item/sending/sent-name.ts';
import { wallMs } from '#shared/lib/duration.ts';
import type { JournalContext, Row } from '../../sqlite/journal-context.ts';
import type { FolderRows } from '../../companies/folder-rows.ts';
import { itemOf } from '../item-columns.ts';
import type { ItemRows } from '../item-rows.ts';
import type { SentNameRows } from '../sent-name-rows.ts';

type ToConvertRows = Pick<DeliveryStore, 'toConvert' | 'nextToConvertAt' | 'mayConvert' | 'converted' | 'notConverted'>;

type Rows = {
  readonly items: ItemRows;
  readonly folders: Pick<FolderRows, 'watched'>;
  readonly sentNames: SentNameRows;
  /** Companies that may send. */
  readonly active: () => readonly Company[];
};

/** The documents that a folder's setting has converted without asking (ADR-73). */
export function toConvertRows(base: JournalContext, { items, folders, sentNames, active }: Rows): ToConvertRows {
  const { any, next, found } = prepared(base.database);
  const mayConvert = (itemId: ItemId): boolean => {
    const item = items.get(itemId);
    const kind = item?.toConvert;
    if (item === null || kind === undefined) return false;
    return found.all(itemId, itemId).every((row) => {
      const folder = folders.watched(folderIdSchema.parse(row['folder_id']));
      return folder !== null && isConverting(folder.converts, kind, item.foundAt);
    });
  };
  // Asked after each commit: mostly there is none.
  const nexts = (): readonly Row[] => (any.get() === undefined ? [] : active().flatMap(({ id }) => next.all(id)));
  return {
    toConvert: (now) => {
      const due = nexts().filter((row) => Number(row['convert_at']) <= now);
      const [first] = due.toSorted((a, b) => Number(a['convert_at']) - Number(b['convert_at']));
      return first === undefined ? null : itemOf(first);
    },
    nextToConvertAt: () => {
      const dues = nexts().map((row) => Number(row['convert_at']));
      return dues.length === 0 ? null : wallMs(Math.min(...dues));
    },
    mayConvert,
    converted: (itemId, conversion, at) =>
      base.transact(() => {
        const item = items.get(itemId);
        if (item?.state.kind !== 'waiting' || item.toConvert !== conversion.from || !mayConvert(itemId)) return null;
        const name = sentNames.take(item.companyId, sentName(item.name, conversion.mediaType));
        return items.apply(item, { kind: 'converted', as: { conversion, sentName: name } }, at).item;
      }),
    notConverted: (itemId, at) =>
      base.transact(() => {
        const item = items.get(itemId);
        if (item?.state.kind !== 'waiting' || item.toConvert === undefined) return null;
        return items.apply(item, { kind: 'not-converted' }, at);
      }),
  };
}

function prepared(database: JournalContext['database']) {
  return {
    any: database.prepare('SELECT 1 FROM items WHERE convert_at IS NOT NULL LIMIT 1'),
    next: database.prepare('SELECT * FROM items WHERE company_id = ? AND convert_at IS NOT NULL ORDER BY convert_at, n LIMIT 1'),
    found: database.prepare('SELECT folder_id FROM files WHERE item_id = ? AND present = 1 UNION SELECT found_in FROM items WHERE id = ?'),
  };
}
