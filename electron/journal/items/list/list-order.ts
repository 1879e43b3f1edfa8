import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { type ItemFilter, type Sort, STATE_ORDER } from '#shared/app-api/list/item-filter.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { type ItemQuery, itemQuery, type QueryBy, statesOf } from './item-query.ts';
import type { NamedCompany } from './item-search.ts';
import type { ItemGroup } from '#shared/app-api/views.ts';
import { daysIn } from '#shared/lib/day-in-zone.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';

/** A list as the user sees it. */
export type Listed = {
  readonly filter: ItemFilter;
  readonly sort: Sort;
  readonly companies: readonly NamedCompany[];
  /** Items that came after this one are left out. */
  readonly upTo: number | null;
};

/** A part of it. `after`: the cursor of the item before; one that is not ours is ignored. */
export type Part = { readonly after?: string | undefined; readonly offset: number; readonly limit: number };

/** An item by its number, and the cursor for what comes after it. */
export type Placed = { readonly n: number; readonly cursor: string };

export type Prepare = (sql: string) => StatementSync;

/** A query without the items that came later. */
export function queryOf({ filter, companies, upTo }: Omit<Listed, 'sort'>, deps: Omit<QueryBy, 'companies'> = {}): ItemQuery {
  const query = itemQuery(filter, { companies, ...deps });
  if (upTo === null) return query;
  return { ...query, where: `${query.where} AND n <= ?`, values: [...query.values, upTo] };
}

export function countOf({ counted, where, values }: ItemQuery, prepared: Prepare): number {
  return Number(prepared(`SELECT count(*) AS count FROM ${counted} WHERE ${where}`).get(...values)?.['count'] ?? 0);
}

/**
 * The numbers come from narrow indexes, even for a part far down, so that wide rows are read only for what is shown. Every item that keeps its
 * state is in exactly one part, whatever comes meanwhile; in the order of states, one that changes moves to where its new state is.
 */
export function placedIn(of: Listed, part: Part, prepared: Prepare): readonly Placed[] {
  switch (of.sort) {
    case 'newest':
    case 'oldest':
      return byArrival(of, part, prepared);
    case 'name':
      return byName(of, part, prepared);
    case 'state':
      return byState(of, part, prepared);
    default:
      return unreachable(of.sort);
  }
}

function byArrival(of: Listed, part: Part, prepared: Prepare): readonly Placed[] {
  const isNewest = of.sort === 'newest';
  const after = numberOf(part.after);
  const beyond = after === null ? [] : [{ sql: isNewest ? 'n < ?' : 'n > ?', values: [after] }];
  return selected(queryOf(of), { beyond, order: isNewest ? 'n DESC' : 'n', part }, prepared);
}

/** Names never change, so a cursor is the number of the item before; items of the same name follow in the order of arrival. */
function byName(of: Listed, part: Part, prepared: Prepare): readonly Placed[] {
  const after = numberOf(part.after);
  const key = after === null ? undefined : prepared('SELECT name_key FROM items WHERE n = ?').get(after)?.['name_key'];
  const beyond = typeof key === 'string' && after !== null ? [{ sql: '(name_key, n) > (?, ?)', values: [key, after] }] : [];
  return selected(queryOf(of, { along: 'items_name' }), { beyond, order: 'name_key, n', part }, prepared);
}

/** One state after the other, each from its own index. A cursor says at which state it stands. */
function byState(of: Listed, { after, offset, limit }: Part, prepared: Prepare): readonly Placed[] {
  const [rank, before] = [numberOf(after?.split('-')[0]) ?? 0, numberOf(after?.split('-')[1])];
  const placed: Placed[] = [];
  let skipped = offset;
  for (const state of statesOf(of.filter)) {
    const at = STATE_ORDER.indexOf(state);
    if (at < rank) continue;
    const query = queryOf(of, { state });
    const beyond = at === rank && before !== null ? [{ sql: 'n < ?', values: [before] }] : [];
    const count = skipped === 0 ? null : countOf(withMore(query, beyond), prepared);
    if (count !== null && count <= skipped) {
      skipped -= count;
      continue;
    }
    const rest = { offset: skipped, limit: limit - placed.length };
    const found = selected(query, { beyond, order: 'n DESC', part: rest }, prepared);
    placed.push(...found.map(({ n }) => ({ n, cursor: `${at}-${n}` })));
    skipped = 0;
    if (placed.length >= limit) break;
  }
  return placed;
}

type More = readonly { readonly sql: string; readonly values: readonly SQLInputValue[] }[];
type Selecting = { readonly beyond: More; readonly order: string; readonly part: Omit<Part, 'after'> };

function selected(query: ItemQuery, { beyond, order, part }: Selecting, prepared: Prepare): readonly Placed[] {
  const { from, where, values } = withMore(query, beyond);
  const statement = prepared(`SELECT n FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`);
  return statement.all(...values, part.limit, part.offset).map(({ n }) => ({ n: Number(n), cursor: String(n) }));
}

function withMore(query: ItemQuery, more: More): ItemQuery {
  const where = [query.where, ...more.map(({ sql }) => sql)].join(' AND ');
  return { ...query, where, values: [...query.values, ...more.flatMap(({ values }) => values)] };
}

export function numberOf(cursor: string | undefined): number | null {
  const n = cursor === undefined ? Number.NaN : Number.parseInt(cursor, 10);
  return Number.isSafeInteger(n) ? n : null;
}

/** Ten years of days; what is further down belongs to the last group. */
const GROUPS_MAX = 4_000;

/** The groups that a list is shown in, in its order, with how many items each has: days of this time zone, states, or none by name. */
export function groupsOf(of: Listed, timeZone: string, prepared: Prepare): readonly ItemGroup[] {
  switch (of.sort) {
    case 'newest':
    case 'oldest':
      return byDay(of, timeZone, prepared);
    case 'name':
      return [];
    case 'state':
      return statesOf(of.filter).flatMap((state): readonly ItemGroup[] => {
        const count = countOf(queryOf(of, { state }), prepared);
        return count === 0 ? [] : [{ kind: 'state', state, count }];
      });
    default:
      return unreachable(of.sort);
  }
}

type Run = { readonly n: number; readonly at: WallMs };

/**
 * Goes from the first item of one day to that of the next, so all of it walks the narrow index twice. A clock that was set back makes a day
 * appear twice, as it does in the list.
 */
function byDay(of: Listed, timeZone: string, prepared: Prepare): readonly ItemGroup[] {
  const { from, where, values } = queryOf(of, { along: 'items_list' });
  const [order, further, back, until] = of.sort === 'newest' ? ['n DESC', 'n < ?', 'n <= ?', 'n > ?'] : ['n', 'n > ?', 'n >= ?', 'n < ?'];
  const first = `SELECT n, found_at FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT 1`;
  const next = prepared(
    `SELECT n, found_at FROM ${from} WHERE ${where} AND ${further} AND (found_at < ? OR found_at >= ?) ORDER BY ${order} LIMIT 1`,
  );
  const count = prepared(`SELECT count(*) AS count FROM ${from} WHERE ${where} AND ${back} AND ${until}`);
  const rest = prepared(`SELECT count(*) AS count FROM ${from} WHERE ${where} AND ${back}`);
  const dayOf = daysIn(timeZone);
  const groups: ItemGroup[] = [];
  for (let run = runOf(prepared(first).get(...values)); run !== null; ) {
    const day = dayOf(run.at);
    const isLast = groups.length === GROUPS_MAX - 1;
    const after = isLast ? null : runOf(next.get(...values, run.n, day.from, day.before));
    const counted = after === null ? rest.get(...values, run.n) : count.get(...values, run.n, after.n);
    groups.push({ kind: 'day', at: run.at, count: Number(counted?.['count']) });
    run = after;
  }
  return groups;
}

function runOf(row: Readonly<Record<string, unknown>> | undefined): Run | null {
  return row === undefined ? null : { n: Number(row['n']), at: wallMs(Number(row['found_at'])) };
}
