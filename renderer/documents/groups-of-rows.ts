import { orderedStateOf, type Sort } from '#shared/app-api/list/item-filter.ts';
import type { ItemGroup } from '#shared/app-api/views.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { dateOf } from './dates/dates.ts';

/** The headings of the first rows of a list, by the rows themselves. */
export function groupsOfRows(rows: readonly Item[], sort: Sort): readonly ItemGroup[] {
  if (sort === 'name') return [];
  return joined(
    rows.map(
      (item): ItemGroup =>
        sort === 'state' ? { kind: 'state', state: orderedStateOf(item), count: 1 } : { kind: 'day', at: item.foundAt, count: 1 },
    ),
  );
}

/**
 * The headings of a whole list: at its beginning those of its first rows, which are always of the same moment as what is shown, and further
 * down what the engine has counted, which may come a little later.
 */
export function groupsBeyond(first: readonly ItemGroup[], counted: readonly ItemGroup[]): readonly ItemGroup[] {
  let known = first.reduce((sum, { count }) => sum + count, 0);
  const rest = counted.flatMap((group) => {
    const left = Math.max(0, group.count - known);
    known = Math.max(0, known - group.count);
    return left === 0 ? [] : [{ ...group, count: left }];
  });
  return joined([...first, ...rest]);
}

/** Neighbours under one heading are one group. */
function joined(groups: readonly ItemGroup[]): readonly ItemGroup[] {
  const apart: ItemGroup[] = [];
  for (const group of groups) {
    const last = apart.at(-1);
    if (last !== undefined && nameOf(last) === nameOf(group)) apart[apart.length - 1] = { ...last, count: last.count + group.count };
    else apart.push(group);
  }
  return apart;
}

function nameOf(group: ItemGroup): string {
  return group.kind === 'state' ? group.state : dateOf(group.at);
}
