import type { ItemGroup } from '#shared/app-api/views.ts';
import { daysIn } from '#shared/lib/day-in-zone.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { statesOf } from './item-query.ts';
import { countOf, type Listed, type Prepare, queryOf } from './list-order.ts';

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
