import type { DeliveryStore } from '#electron/delivery/store.ts';
import { isConverting } from '#shared/domain/folder/folder-conversions.ts';
import { type CompanyId, folderIdSchema, type ItemId } from '#shared/domain/ids.ts';
import { sentName } from '#shared/domain/item/sending/sent-name.ts';
import { wallMs } from '#shared/lib/duration.ts';
import type { JournalContext, Row } from '../../sqlite/journal-context.ts';
import type { CompanyRows } from '../../companies/company-rows.ts';
import type { FolderRows } from '../../companies/folder-rows.ts';
import { itemOf } from '../item-columns.ts';
import type { ItemRows } from '../item-rows.ts';
import type { PageFingerprintRows } from '../page-fingerprint-rows.ts';
import type { SentNameRows } from '../submission-rows.ts';

type ToConvertRows = Pick<DeliveryStore, 'toConvert' | 'nextToConvertAt' | 'mayConvert' | 'converted' | 'notConverted'>;

type Rows = {
  readonly items: ItemRows;
  readonly folders: Pick<FolderRows, 'watched'>;
  readonly sentNames: SentNameRows;
  readonly companies: Pick<CompanyRows, 'companies'>;
  readonly pages: Pick<PageFingerprintRows, 'keep'>;
};

/** So many versions of a company are made before they can be sent: each is up to 5 MB on our own disk. */
const AHEAD_MAX = 12;

/** The documents that a folder's setting has converted without asking (ADR-72). */
export function toConvertRows(base: JournalContext, { items, folders, sentNames, companies, pages }: Rows): ToConvertRows {
  const { any, next, ahead, found } = prepared(base.database);
  const mayConvert = (itemId: ItemId): boolean => {
    const item = items.get(itemId);
    const kind = item?.toConvert;
    if (item === null || kind === undefined) return false;
    return found.all(itemId, itemId).every((row) => {
      const folder = folders.watched(folderIdSchema.parse(row['folder_id']));
      return folder !== null && isConverting(folder.converts, kind, item.foundAt);
    });
  };
  const isAhead = (id: CompanyId): boolean => ahead.all(id, AHEAD_MAX).length === AHEAD_MAX;
  // Asked after each commit: mostly there is none.
  const nexts = (): readonly Row[] => {
    if (any.get() === undefined) return [];
    return companies.companies().flatMap(({ id }) => {
      const rows = next.all(id);
      return rows.length === 0 || isAhead(id) ? [] : rows;
    });
  };
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
    converted: (itemId, { fingerprints = [], ...conversion }, at) =>
      base.transact(() => {
        const item = items.get(itemId);
        if (item?.state.kind !== 'waiting' || item.toConvert !== conversion.from || !mayConvert(itemId)) return null;
        pages.keep(itemId, 'version', fingerprints);
        const name = sentNames.take(item.companyId, sentName(item.name, conversion.mediaType));
        return items.apply(item, { kind: 'converted', as: { conversion, sentName: name } }, at).item;
      }),
    notConverted: (itemId, withheld, at) =>
      base.transact(() => {
        const item = items.get(itemId);
        if (item?.state.kind !== 'waiting' || item.toConvert === undefined) return null;
        return items.apply(item, { kind: 'not-converted', withheld }, at);
      }),
  };
}

function prepared(database: JournalContext['database']) {
  return {
    any: database.prepare('SELECT 1 FROM items WHERE convert_at IS NOT NULL LIMIT 1'),
    next: database.prepare('SELECT * FROM items WHERE company_id = ? AND convert_at IS NOT NULL ORDER BY convert_at, n LIMIT 1'),
    ahead: database.prepare("SELECT 1 FROM items WHERE company_id = ? AND kind = 'waiting' AND conversion IS NOT NULL LIMIT ?"),
    found: database.prepare('SELECT folder_id FROM files WHERE item_id = ? AND present = 1 UNION SELECT found_in FROM items WHERE id = ?'),
  };
}
