import type { StatementSync } from 'node:sqlite';
import type { BulkArrival, BulkArrivalAnswer, BulkArrivalView } from '#shared/app-api/folder-places.ts';
import { companyIdSchema, type CompanyId, folderIdSchema, type FolderId } from '#shared/domain/ids.ts';
import { type ImportType, importTypeSchema } from '#shared/contract/import-types.ts';
import { MINUTE_MS, type WallMs, wallMs } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { JournalContext, Row } from '../../sqlite/journal-context.ts';
import { itemOf } from '../item-columns.ts';
import { type ItemRows, whileHeldStays } from '../item-rows.ts';

export type BulkArrivalRows = {
  /** One for each folder whose documents wait for a common answer, the newest arrival first. Read anew only after what is held has changed. */
  bulkArrivals(): readonly BulkArrival[];
  /** What waits for one common answer: all of it, or the files written at or after `since`; `starts`: how many of each span of time. */
  bulkArrival(of: Which & { readonly since?: WallMs | undefined; readonly starts?: readonly WallMs[] | undefined }): BulkArrivalView;
  /** Applies one answer to all of them, in one transaction; returns how many are sent, how many are put aside, and when. */
  answerBulkArrival(of: Which & { readonly answer: BulkArrivalAnswer }): {
    readonly sent: number;
    readonly aside: number;
    readonly at: WallMs;
  };
  /** Holds again exactly the documents that the answer of that moment put aside; returns how many there were. */
  takeBackBulkAnswer(of: Which & { readonly at: WallMs }): number;
};

/** Members that are absent match everything; `folderId: null` matches documents whose folder is not known. */
type Which = {
  readonly companyId?: CompanyId | undefined;
  readonly importType?: ImportType | undefined;
  readonly folderId?: FolderId | null | undefined;
};

/** Repeats the condition of its index word for word; the index contains nothing else. */
export const IN_BULK_ARRIVAL = `kind = 'held' AND json_extract(state, '$.question.kind') = 'bulk-arrival'`;
/** What is found longer than this after the folder was added was not there before, however old it is: somebody copied it there. */
const FIRST_SWEEP_MS = 10 * MINUTE_MS;

/** Files that were there before, or that arrived all at once, as one question with one answer for each folder. */
export function bulkArrivalRows(base: JournalContext, items: ItemRows): BulkArrivalRows {
  const prepared = preparing(base);
  const arrivals = whileHeldStays(items, () => readArrivals(prepared));
  const aboutFolder = describing(base);
  return {
    bulkArrivals: () =>
      arrivals().map((arrival) => {
        const { foundAt, ...shown } = arrival;
        return { ...shown, ...aboutFolder(arrival, foundAt) };
      }),
    bulkArrival: ({ since, starts, ...which }) => viewOf(prepared, { which, since, starts }),
    answerBulkArrival: ({ answer, ...which }) =>
      base.transact(() => {
        const at = base.clock.wallMs();
        let sent = 0;
        let aside = 0;
        const { sql, values } = conditionOf(which);
        for (const row of prepared(`SELECT * FROM items INDEXED BY items_bulk_arrival WHERE ${sql}`).all(...values)) {
          const goes = isMeant(answer, row);
          const { item } = items.apply(itemOf(row), { kind: goes ? 'allowed' : 'put-aside' }, at);
          // Its folder may still want its note.
          if (goes && item.state.kind !== 'held') sent += 1;
          if (!goes) aside += 1;
        }
        return { sent, aside, at };
      }),
    takeBackBulkAnswer: ({ at, ...which }) =>
      base.transact(() => {
        const now = base.clock.wallMs();
        const { sql, values } = conditionOf(which, WAS_PUT_ASIDE);
        const rows = prepared(`SELECT * FROM items WHERE ${sql} AND state_since = ?`).all(...values, at);
        return rows.filter((row) => items.apply(itemOf(row), { kind: 'put-back' }, now).item.state.kind === 'held').length;
      }),
  };
}

/** Put aside by a user, who may take that back. */
const WAS_PUT_ASIDE = `kind = 'aside' AND json_extract(state, '$.why') = 'user' AND json_extract(state, '$.question.kind') = 'bulk-arrival'`;

type Prepared = (sql: string) => StatementSync;

/** One statement for each combination of members that a caller names. */
function preparing({ database }: JournalContext): Prepared {
  const statements = new Map<string, StatementSync>();
  return (sql) => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
}

function conditionOf({ companyId, importType, folderId }: Which, condition = IN_BULK_ARRIVAL) {
  const named = [
    ...(companyId === undefined ? [] : [{ sql: 'company_id = ?', value: companyId }]),
    ...(importType === undefined ? [] : [{ sql: 'import_type = ?', value: importType }]),
    ...(folderId === undefined ? [] : [{ sql: 'found_in IS ?', value: folderId }]),
  ];
  return { sql: [condition, ...named.map(({ sql }) => sql)].join(' AND '), values: named.map(({ value }) => value) };
}

/** Without what is known of the folder, which may change by itself. */
type Arrival = Omit<BulkArrival, 'path' | 'why'> & { readonly foundAt: WallMs };

function readArrivals(prepared: Prepared): readonly Arrival[] {
  const folders =
    prepared(`SELECT company_id, import_type, found_in, count(*) AS count, min(written_at) AS oldest, max(written_at) AS newest,
    min(n) AS first FROM items INDEXED BY items_bulk_arrival WHERE ${IN_BULK_ARRIVAL} GROUP BY 1, 2, 3 ORDER BY max(n) DESC`);
  return folders.all().map((row) => {
    const of = {
      companyId: companyIdSchema.parse(row['company_id']),
      importType: importTypeSchema.parse(row['import_type']),
      folderId: row['found_in'] === null ? null : folderIdSchema.parse(row['found_in']),
    };
    const { sql, values } = conditionOf(of);
    const names = prepared(`SELECT name FROM items INDEXED BY items_bulk_arrival WHERE ${sql} ORDER BY written_at DESC LIMIT 3`).all(
      ...values,
    );
    const found = prepared('SELECT found_at FROM items WHERE n = ?').get(Number(row['first']));
    return {
      ...of,
      count: Number(row['count']),
      names: names.map(({ name }) => String(name)),
      oldest: wallMs(Number(row['oldest'])),
      newest: wallMs(Number(row['newest'])),
      foundAt: wallMs(Number(found?.['found_at'])),
    };
  });
}

function describing({
  database,
}: JournalContext): (arrival: Pick<Arrival, 'folderId' | 'newest'>, foundAt: WallMs) => Pick<BulkArrival, 'path' | 'why'> {
  const folder = database.prepare('SELECT path, added_at, removed_at FROM folders WHERE id = ?');
  return ({ folderId, newest }, foundAt) => {
    const row = folderId === null ? undefined : folder.get(folderId);
    if (row === undefined) return { path: null, why: 'unwatched' };
    const addedAt = Number(row['added_at']);
    const wasThere = newest <= addedAt && foundAt <= addedAt + FIRST_SWEEP_MS;
    return { path: String(row['path']), why: row['removed_at'] !== null ? 'unwatched' : wasThere ? 'before' : 'at-once' };
  };
}

type Viewed = { readonly which: Which; readonly since: WallMs | undefined; readonly starts: readonly WallMs[] | undefined };

function viewOf(prepared: Prepared, { which, since, starts }: Viewed): BulkArrivalView {
  const { sql, values } = conditionOf(which);
  const ofSpan = (from: WallMs | undefined): Row | undefined =>
    prepared(`SELECT count(*) AS count, min(written_at) AS oldest, max(written_at) AS newest
      FROM items INDEXED BY items_bulk_arrival WHERE ${sql} AND written_at >= ?`).get(...values, from ?? Number.NEGATIVE_INFINITY);
  const row = ofSpan(since);
  const view = { count: Number(row?.['count'] ?? 0), oldest: timeOf(row?.['oldest']), newest: timeOf(row?.['newest']) };
  if (starts === undefined) return view;
  const from = [...starts.map((start) => Number(ofSpan(start)?.['count'] ?? 0)), 0];
  return { ...view, perStart: starts.map((_, at) => (from[at] ?? 0) - (from[at + 1] ?? 0)) };
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
