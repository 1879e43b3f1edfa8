import type { BulkArrivalAnswer, BulkArrivalView } from '#shared/app-api/views.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { JournalContext, Row } from '../sqlite/journal-context.ts';
import { itemOf, type ItemRows } from './item-rows.ts';

export type BulkArrivalRows = {
  /** What waits for one common answer: all of it, or the files written at or after `since`. */
  bulkArrival(of: { readonly companyId?: CompanyId | undefined; readonly since?: WallMs | undefined }): BulkArrivalView;
  /** Applies one answer to all of them, in one transaction; returns how many are sent and how many are put aside. */
  answerBulkArrival(of: { readonly answer: BulkArrivalAnswer; readonly companyId?: CompanyId | undefined }): {
    readonly sent: number;
    readonly aside: number;
  };
};

/** Repeats the condition of its index word for word; the index contains nothing else. */
const IN_QUESTION = `kind = 'held' AND json_extract(state, '$.question.kind') = 'flood'`;
const OF_COMPANY = `${IN_QUESTION} AND (?1 IS NULL OR company_id = ?1)`;

/** Files that were there before, or that arrived all at once, as one question with one answer. */
export function bulkArrivalRows(base: JournalContext, items: ItemRows): BulkArrivalRows {
  const { database } = base;
  const all = database.prepare(`SELECT * FROM items INDEXED BY items_flood WHERE ${OF_COMPANY}`);
  const view = database.prepare(`SELECT count(*) AS count, min(written_at) AS oldest, max(written_at) AS newest
    FROM items INDEXED BY items_flood WHERE ${OF_COMPANY} AND (?2 IS NULL OR written_at >= ?2)`);
  return {
    bulkArrival: ({ companyId, since }) => {
      const row = view.get(companyId ?? null, since ?? null);
      return { count: Number(row?.['count'] ?? 0), oldest: timeOf(row?.['oldest']), newest: timeOf(row?.['newest']) };
    },
    answerBulkArrival: ({ answer, companyId }) =>
      base.transact(() => {
        const now = base.clock.wallMs();
        let sent = 0;
        let aside = 0;
        for (const row of all.all(companyId ?? null)) {
          const goes = isMeant(answer, row);
          items.apply(itemOf(row), { kind: goes ? 'allowed' : 'put-aside' }, now);
          if (goes) sent += 1;
          else aside += 1;
        }
        return { sent, aside };
      }),
  };
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
