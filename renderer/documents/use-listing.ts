import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { type ItemFilter, orderedStateOf, type Sort } from '#shared/app-api/list/item-filter.ts';
import type { FoundBy, ItemGroup, ItemPage } from '#shared/app-api/views.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useEngine } from '../link/engine.ts';
import { dateOf } from './dates/dates.ts';

/** A few screens of rows; further ones are fetched as they come near. */
const PAGE_ROWS = 100;

/** Days begin where the user is, which may be another place than the engine's. */
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A range of rows, by index. */
export type Range = { readonly from: number; readonly to: number };

export type Listing = {
  /** False until the first answer arrived. */
  readonly isRead: boolean;
  readonly total: number;
  /** Number of documents newer than `upTo`. */
  readonly newer: number;
  /** Pass this as `upTo` to freeze the list; null while the engine is being asked for newer documents. */
  readonly top: string | null;
  /** The headings of the whole list. */
  readonly groups: readonly ItemGroup[];
  /** Null while it is being fetched. */
  readonly at: (index: number) => Item | null;
  /** What a fetched document was found by, if it is neither its name nor its company. */
  readonly foundBy: (itemId: ItemId) => FoundBy | null;
};

type ListOf = ItemFilter & { readonly sort: Sort };

/** The visible part of the list. Its first page is always fetched too, since it carries the length of the list. */
export function useListing(filter: ListOf, range: Range, upTo: string | null): Listing {
  const { queries } = useEngine();
  const input = (page: number, top: string | null) => ({
    ...filter,
    limit: PAGE_ROWS,
    ...(page === 0 ? {} : { offset: page * PAGE_ROWS }),
    ...(top === null ? {} : { upTo: top }),
  });
  const head = useQuery(queries.items.list.queryOptions({ input: input(0, upTo), placeholderData: keepPreviousData }));
  const [first, last] = [Math.max(1, pageOf(range.from)), pageOf(range.to)];
  const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  const pages = useQueries({
    queries: numbers.map((page) => queries.items.list.queryOptions({ input: input(page, upTo) })),
  });
  const byPage = new Map<number, ItemPage | undefined>(numbers.map((page, at) => [page, pages[at]?.data]));
  const { data } = head;
  return {
    isRead: data !== undefined,
    total: data?.total ?? 0,
    newer: data?.newer ?? 0,
    top: head.isFetching ? null : (data?.top ?? null),
    groups: useGroups(filter, data, upTo),
    at: (index) => (pageOf(index) === 0 ? data : byPage.get(pageOf(index)))?.items[index % PAGE_ROWS] ?? null,
    foundBy: (itemId) => [data, ...byPage.values()].find((page) => page?.found?.[itemId] !== undefined)?.found?.[itemId] ?? null,
  };
}

/** The first page brings its own headings, so the first rows wait for nothing; those of a longer list are counted after it has come. */
function useGroups({ sort, ...filter }: ListOf, first: ItemPage | undefined, upTo: string | null): readonly ItemGroup[] {
  const { queries } = useEngine();
  const isLonger = first !== undefined && first.total > first.items.length && sort !== 'name';
  const input = { filter, sort, timeZone: ZONE, ...(upTo === null ? {} : { upTo }) };
  const counted = useQuery({ ...queries.items.groups.queryOptions({ input, placeholderData: keepPreviousData }), enabled: isLonger }).data;
  return useMemo(() => {
    const own = groupsOfRows(first?.items ?? [], sort);
    return isLonger ? groupsBeyond(own, counted?.groups ?? []) : own;
  }, [first, counted, sort, isLonger]);
}

function pageOf(index: number): number {
  return Math.floor(index / PAGE_ROWS);
}

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

/** A function with a stable identity that calls its newest version, so that rows need no new render. Must not be called during render. */
export function useStable<Args extends readonly unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const newest = useRef(act);
  useEffect(() => {
    newest.current = act;
  });
  return useCallback((...args: Args) => newest.current(...args), []);
}
