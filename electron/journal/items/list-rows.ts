import { join } from 'node:path';
import type { StatementSync } from 'node:sqlite';
import type { ItemFilter } from '#shared/app-api/item-filter.ts';
import type { ItemDetail, ItemPage } from '#shared/app-api/views.ts';
import { type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import type { Advance, Happening } from '#shared/domain/item/advance.ts';
import { mayAllow } from '#shared/domain/item/aside.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import type { JournalContext, Row } from '../sqlite/journal-context.ts';
import { type ChosenRows, chosenRows } from './chosen-rows.ts';
import type { WindowUploadRows } from './upload-from-window-rows.ts';
import { uncertainSubmissionRows } from '../companies/uncertain-submission-rows.ts';
import { itemQuery } from './item-query.ts';
import { itemOf, type ItemRows } from './item-rows.ts';
import type { GoneRows } from './gone-rows.ts';
import type { OtherTypeRows } from './other-type-rows.ts';
import type { SubmissionRows } from './submission-rows.ts';

export type ListQuery = ItemFilter & {
  /** `next` of the previous page. */
  readonly after?: string | undefined;
  /** `top` of a page: items that came after it are left out, and counted as `newer`. */
  readonly upTo?: string | undefined;
  /** Number of items to skip, to look at a place in the middle. */
  readonly offset?: number | undefined;
  readonly limit: number;
};

export type ListRows = ChosenRows & {
  /** Newest first. */
  page(of: ListQuery): ItemPage;
  detail(itemId: ItemId): ItemDetail | null;
  /** Releases those that are held or put aside; returns how many there were. */
  allow(itemIds: readonly ItemId[]): number;
  /** The person ignores these, held or unfit; returns how many there were. */
  putAside(itemIds: readonly ItemId[]): number;
  /** The person takes that back; returns how many there were. One whose file is gone meanwhile says so instead (ADR-62). */
  putBack(itemIds: readonly ItemId[]): number;
};

/** The most copies of one content that are shown; nobody reads a longer list. */
const PLACES_MAX = 100;
/** The most prepared statements that are kept; each takes a few kilobytes. */
const STATEMENTS_MAX = 200;

type ListDeps = {
  readonly items: ItemRows;
  readonly submissions: SubmissionRows;
  readonly drops: WindowUploadRows;
  readonly otherTypes: OtherTypeRows;
  readonly gone: Pick<GoneRows, 'hasFile'>;
};

/** The items as the window reads them. */
export function listRows(base: JournalContext, { items, submissions, drops, otherTypes, gone }: ListDeps): ListRows {
  const statements = new Map<string, StatementSync>();
  // There is one text for each combination of filters, and only a handful of them occur.
  const prepared = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? base.database.prepare(sql);
    if (statements.size >= STATEMENTS_MAX) statements.clear();
    statements.set(sql, statement);
    return statement;
  };
  return {
    ...chosenRows(prepared),
    page: (of) => pageOf(of, prepared, drops),
    detail: (itemId) => {
      const item = items.get(itemId);
      if (item === null) return null;
      const places =
        prepared(`SELECT o.path, f.relative_path, f.present, f.seen_at, f.stays FROM files f JOIN folders o ON o.id = f.folder_id
        WHERE f.item_id = ? ORDER BY f.present DESC, f.seen_at DESC LIMIT ${PLACES_MAX}`).all(itemId);
      const sent = prepared('SELECT min(at) AS at FROM intents WHERE item_id = ? AND resubmission = ?').get(itemId, item.resubmission)?.[
        'at'
      ];
      return {
        item,
        sentAt: typeof sent === 'number' ? wallMs(sent) : null,
        replacedBy: replacedBy(prepared('SELECT id FROM items WHERE replaces = ? ORDER BY n DESC LIMIT 1').get(itemId)),
        earlier: [...submissions.earlier(itemId)],
        otherType: item.sha256 === null ? null : otherTypes.of(item),
        places: places.map(placeOf),
        drops: [...drops.of(itemId)],
      };
    },
    ...answers(base, { items, gone }),
  };
}

/**
 * The numbers come from the narrow index, even for a page far down, and only the rows of that page are read. An offset counts from the top
 * that the person sees, so documents that arrived meanwhile move nothing.
 */
function pageOf(of: ListQuery, prepared: (sql: string) => StatementSync, drops: WindowUploadRows): ItemPage {
  const { from, counted, isWalk: walks, where, values } = itemQuery(of);
  const [after, upTo] = [numberOf(of.after), numberOf(of.upTo)];
  const shown = { sql: `${where}${upTo === null ? '' : ' AND n <= ?'}`, values: upTo === null ? values : [...values, upTo] };
  const count = (): number =>
    Number(prepared(`SELECT count(*) AS count FROM ${counted} WHERE ${shown.sql}`).get(...shown.values)?.['count'] ?? 0);
  // A query that has to walk the index anyway walks it once, for the page and for the total.
  const isWalk = walks && counted === from && of.after === undefined;
  const numbers = `SELECT n FROM ${from} WHERE ${shown.sql}${after === null ? '' : ' AND n < ?'}`;
  const sql = isWalk
    ? `WITH found AS MATERIALIZED (${numbers}) SELECT *, (SELECT count(*) FROM found) AS total FROM items
      WHERE n IN (SELECT n FROM found ORDER BY n DESC LIMIT ? OFFSET ?) ORDER BY n DESC`
    : `SELECT * FROM items WHERE n IN (${numbers} ORDER BY n DESC LIMIT ? OFFSET ?) ORDER BY n DESC`;
  const rows = prepared(sql).all(...shown.values, ...(after === null ? [] : [after]), of.limit + 1, of.offset ?? 0);
  const items = rows.slice(0, of.limit).map(itemOf);
  const newer = upTo === null ? null : prepared(`SELECT count(*) AS count FROM ${from} WHERE ${where} AND n > ?`).get(...values, upTo);
  return {
    items,
    drops: drops.ofAll(items.map(({ id }) => id)),
    total: isWalk && rows[0] !== undefined ? Number(rows[0]['total']) : count(),
    top: rows[0] === undefined ? null : String(rows[0]['n']),
    newer: Number(newer?.['count'] ?? 0),
    next: rows.length > of.limit ? String(rows[of.limit - 1]?.['n']) : null,
  };
}

/** A cursor that is not ours is ignored. */
function numberOf(cursor: string | undefined): number | null {
  const n = cursor === undefined ? Number.NaN : Number.parseInt(cursor, 10);
  return Number.isSafeInteger(n) ? n : null;
}

/** A person's answers about documents that need one. */
function answers(
  base: JournalContext,
  { items, gone }: Pick<ListDeps, 'items' | 'gone'>,
): Pick<ListRows, 'allow' | 'putAside' | 'putBack'> {
  const doubts = uncertainSubmissionRows(base);
  const each = (itemIds: readonly ItemId[], act: (item: Item, now: WallMs) => Advance): number =>
    base.transact(() => {
      const now = base.clock.wallMs();
      const before = itemIds.flatMap((itemId) => items.get(itemId) ?? []);
      return before.filter((item) => act(item, now).item !== item).length;
    });
  /** Its file may have come or gone while it was ignored. */
  const putBack = (item: Item, now: WallMs): Advance => {
    const back = items.apply(item, { kind: 'put-back' }, now);
    if (back.item === item) return back;
    const meanwhile: Happening = gone.hasFile(item.id)
      ? { kind: 'found-again', as: { kind: 'waiting', dueAt: now, last: null } }
      : { kind: 'gone' };
    return items.apply(back.item, meanwhile, now);
  };
  return {
    allow: (itemIds) =>
      base.transact(() => {
        const now = base.clock.wallMs();
        const held = itemIds.flatMap((itemId) => items.get(itemId) ?? []).filter(mayAllow);
        for (const item of held) {
          doubts.cleared(item.id);
          items.apply(item, { kind: 'allowed' }, now);
        }
        return held.length;
      }),
    putAside: (itemIds) => each(itemIds, (item, now) => items.apply(item, { kind: 'put-aside' }, now)),
    putBack: (itemIds) => each(itemIds, putBack),
  };
}

function placeOf(row: Row): ItemDetail['places'][number] {
  return {
    path: join(String(row['path']), ...String(row['relative_path']).split('/')),
    present: row['present'] === 1,
    seenAt: wallMs(Number(row['seen_at'])),
    stays: typeof row['stays'] === 'string' ? row['stays'] : null,
  };
}

function replacedBy(row: Row | undefined): ItemId | null {
  return row === undefined ? null : itemIdSchema.parse(row['id']);
}
