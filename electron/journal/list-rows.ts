import { join } from 'node:path';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import type { ItemDetail, ItemPage } from '#shared/app-api/views.ts';
import { type CompanyId, type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item.ts';
import type { ItemStateKind } from '#shared/domain/item-state.ts';
import { wallMs } from '#shared/lib/duration.ts';
import type { Base, Row } from './base.ts';
import type { DropRows } from './drop-rows.ts';
import { doubtRows } from './doubt-rows.ts';
import { itemOf, type ItemRows } from './item-rows.ts';
import type { SubmissionRows } from './submission-rows.ts';

export type ListOf = {
  readonly companyId?: CompanyId | undefined;
  readonly states?: readonly ItemStateKind[] | undefined;
  /** Also those that ask for a person because no answer came. */
  readonly asking?: boolean | undefined;
  /** `next` of the page before. */
  readonly after?: string | undefined;
  readonly limit: number;
};

export type ListRows = {
  /** Newest first. */
  page(of: ListOf): ItemPage;
  detail(itemId: ItemId): ItemDetail | null;
  /** Lets those that are held or put aside go; says how many were. */
  allow(itemIds: readonly ItemId[]): number;
  /** The person does not want these held ones sent; says how many there were. */
  putAside(itemIds: readonly ItemId[]): number;
};

/** Copies of one content that are shown; nobody reads a longer list. */
const PLACES_MAX = 100;

type ListBy = { readonly items: ItemRows; readonly submissions: SubmissionRows; readonly drops: DropRows };

/** What the window reads of the items. */
export function listRows(base: Base, { items, submissions, drops }: ListBy): ListRows {
  const statements = new Map<string, StatementSync>();
  // As many texts as there are combinations of filters: 2 × 2^8 × 2 at most, and a handful in life.
  const prepared = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? base.database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    page: (of) => {
      const { where, values } = filter(of);
      const after = of.after === undefined ? null : Number.parseInt(of.after, 10);
      const before = after === null || !Number.isSafeInteger(after) ? '' : ' AND n < ?';
      const rows = prepared(`SELECT * FROM items WHERE ${where}${before} ORDER BY n DESC LIMIT ?`).all(
        ...values,
        ...(before === '' ? [] : [after]),
        of.limit + 1,
      );
      const shown = rows.slice(0, of.limit);
      const total = Number(prepared(`SELECT count(*) AS count FROM items WHERE ${where}`).get(...values)?.['count'] ?? 0);
      const found = shown.map(itemOf);
      return {
        items: found,
        drops: drops.ofAll(found.map(({ id }) => id)),
        total,
        next: rows.length > of.limit ? String(shown.at(-1)?.['n']) : null,
      };
    },
    detail: (itemId) => {
      const item = items.get(itemId);
      if (item === null) return null;
      const places =
        prepared(`SELECT o.path, f.relative_path, f.present, f.seen_at, f.stays FROM files f JOIN folders o ON o.id = f.folder_id
        WHERE f.item_id = ? ORDER BY f.present DESC, f.seen_at DESC LIMIT ${PLACES_MAX}`).all(itemId);
      return {
        item,
        replacedBy: replacedBy(prepared('SELECT id FROM items WHERE replaces = ? ORDER BY n DESC LIMIT 1').get(itemId)),
        earlier: [...submissions.earlier(itemId)],
        places: places.map(placeOf),
        drops: [...drops.of(itemId)],
      };
    },
    ...answers(base, items),
  };
}

/** What a person says about documents that are held. */
function answers(base: Base, items: ItemRows): Pick<ListRows, 'allow' | 'putAside'> {
  const doubts = doubtRows(base);
  return {
    allow: (itemIds) =>
      base.transact(() => {
        const now = base.clock.wallMs();
        const held = itemIds.flatMap((itemId) => items.get(itemId) ?? []).filter(isHeldBack);
        for (const item of held) {
          doubts.settled(item.id);
          items.apply(item, { kind: 'allowed' }, now);
        }
        return held.length;
      }),
    putAside: (itemIds) =>
      base.transact(() => {
        const now = base.clock.wallMs();
        const before = itemIds.flatMap((itemId) => items.get(itemId) ?? []);
        return before.filter((item) => items.apply(item, { kind: 'put-aside' }, now).item !== item).length;
      }),
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

function isHeldBack({ state }: Item): boolean {
  return state.kind === 'held' || (state.kind === 'aside' && state.why === 'person');
}

function replacedBy(row: Row | undefined): ItemId | null {
  return row === undefined ? null : itemIdSchema.parse(row['id']);
}

function filter(of: ListOf): { readonly where: string; readonly values: readonly SQLInputValue[] } {
  const states = of.states ?? [];
  const wanted = [
    ...(states.length === 0 ? [] : [`kind IN (${states.map(() => '?').join(', ')})`]),
    ...(of.asking === true ? ['asks = 1'] : []),
  ];
  const clauses = [...(of.companyId === undefined ? [] : ['company_id = ?']), ...(wanted.length === 0 ? [] : [`(${wanted.join(' OR ')})`])];
  return {
    where: clauses.length === 0 ? 'TRUE' : clauses.join(' AND '),
    values: [...(of.companyId === undefined ? [] : [of.companyId]), ...states],
  };
}
