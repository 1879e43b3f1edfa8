import type { BulkArrival, BulkArrivalAnswer, BulkArrivalView } from '#shared/app-api/views.ts';
import { companyIdSchema, type CompanyId, folderIdSchema, type FolderId } from '#shared/domain/ids.ts';
import { type InvoiceType, invoiceTypeSchema } from '#shared/contract/import-types.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { JournalContext, Row } from '../sqlite/journal-context.ts';
import { itemOf, type ItemRows } from './item-rows.ts';

export type BulkArrivalRows = {
  /** One for each folder whose documents wait for a common answer. */
  bulkArrivals(): readonly BulkArrival[];
  /** What waits for one common answer: all of it, or the files written at or after `since`. */
  bulkArrival(of: Which & { readonly since?: WallMs | undefined }): BulkArrivalView;
  /** Applies one answer to all of them, in one transaction; returns how many are sent and how many are put aside. */
  answerBulkArrival(of: Which & { readonly answer: BulkArrivalAnswer }): { readonly sent: number; readonly aside: number };
};

/** Members that are absent match everything; `folderId: null` matches documents whose folder is not known. */
type Which = {
  readonly companyId?: CompanyId | undefined;
  readonly importType?: InvoiceType | undefined;
  readonly folderId?: FolderId | null | undefined;
};

/** Repeats the condition of its index word for word; the index contains nothing else. */
const IN_QUESTION = `kind = 'held' AND json_extract(state, '$.question.kind') = 'flood'`;
/** The folder in which an item's file is or was last seen. */
const FOLDER = '(SELECT f.folder_id FROM files f WHERE f.item_id = items.id ORDER BY f.present DESC, f.seen_at DESC, f.folder_id LIMIT 1)';
const MEANT = `${IN_QUESTION} AND (?1 IS NULL OR company_id = ?1) AND (?2 IS NULL OR import_type = ?2) AND (?3 = 0 OR ${FOLDER} IS ?4)`;

/** Files that were there before, or that arrived all at once, as one question with one answer. */
export function bulkArrivalRows(base: JournalContext, items: ItemRows): BulkArrivalRows {
  const { database } = base;
  const all = database.prepare(`SELECT * FROM items INDEXED BY items_flood WHERE ${MEANT}`);
  const view = database.prepare(`SELECT count(*) AS count, min(written_at) AS oldest, max(written_at) AS newest
    FROM items INDEXED BY items_flood WHERE ${MEANT} AND (?5 IS NULL OR written_at >= ?5)`);
  const folders = database.prepare(`SELECT company_id, import_type, ${FOLDER} AS folder_id, count(*) AS count, min(written_at) AS oldest,
    max(written_at) AS newest FROM items INDEXED BY items_flood WHERE ${IN_QUESTION} GROUP BY 1, 2, 3 ORDER BY max(found_at) DESC`);
  const names = database.prepare(`SELECT name FROM items INDEXED BY items_flood WHERE ${MEANT} ORDER BY written_at DESC, id LIMIT 3`);
  return {
    bulkArrivals: () =>
      folders.all().map((row) => {
        const of = {
          companyId: companyIdSchema.parse(row['company_id']),
          importType: invoiceTypeSchema.parse(row['import_type']),
          folderId: row['folder_id'] === null ? null : folderIdSchema.parse(row['folder_id']),
        };
        const [oldest, newest] = [wallMs(Number(row['oldest'])), wallMs(Number(row['newest']))];
        return { ...of, count: Number(row['count']), names: names.all(...valuesOf(of)).map(({ name }) => String(name)), oldest, newest };
      }),
    bulkArrival: ({ since, ...which }) => {
      const row = view.get(...valuesOf(which), since ?? null);
      return { count: Number(row?.['count'] ?? 0), oldest: timeOf(row?.['oldest']), newest: timeOf(row?.['newest']) };
    },
    answerBulkArrival: ({ answer, ...which }) =>
      base.transact(() => {
        const now = base.clock.wallMs();
        let sent = 0;
        let aside = 0;
        for (const row of all.all(...valuesOf(which))) {
          const goes = isMeant(answer, row);
          items.apply(itemOf(row), { kind: goes ? 'allowed' : 'put-aside' }, now);
          if (goes) sent += 1;
          else aside += 1;
        }
        return { sent, aside };
      }),
  };
}

function valuesOf({ companyId, importType, folderId }: Which): [string | null, string | null, number, string | null] {
  return [companyId ?? null, importType ?? null, folderId === undefined ? 0 : 1, folderId ?? null];
}

function isMeant(answer: BulkArrivalAnswer, row: Row): boolean {
  switch (answer.kind) {
    case 'all':
      return true;
    case 'none':
      return false;
    case 'since':
      return Number(row['written_at']) >= answer.at;
    default:
      return unreachable(answer);
  }
}

function timeOf(value: unknown): WallMs | null {
  return typeof value === 'number' ? wallMs(value) : null;
}
