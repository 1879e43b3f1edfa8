import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Item } from '#shared/domain/item.ts';
import type { ItemStateKind } from '#shared/domain/item-state.ts';
import { useEngine } from '../link/engine.ts';

/** Enough for several screens; the next page is on its way before the last row is seen. */
const PAGE_ROWS = 200;

export const FILTERS = {
  all: ['held', 'unfit', 'waiting', 'uploading', 'awaiting', 'accepted', 'refused'],
  'needs-you': ['refused', 'unfit', 'held'],
  'under-way': ['waiting', 'uploading', 'awaiting'],
  done: ['accepted'],
  aside: ['aside'],
} as const satisfies Record<string, readonly ItemStateKind[]>;
export type Filter = keyof typeof FILTERS;

export type Documents = {
  /** Null until the first answer. */
  readonly items: readonly Item[] | null;
  readonly total: number;
  readonly more: 'none' | 'there' | 'coming';
  readonly loadMore: () => void;
};

/** The list, newest first, a page at a time. */
export function useDocuments(filter: Filter): Documents {
  const { queries } = useEngine();
  const query = useInfiniteQuery(
    queries.items.list.infiniteOptions({
      input: (after: string | undefined) => ({
        limit: PAGE_ROWS,
        states: [...FILTERS[filter]],
        asking: filter === 'needs-you',
        ...(after === undefined ? {} : { after }),
      }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
      placeholderData: keepPreviousData,
    }),
  );
  const pages = query.data?.pages;
  const items = useMemo(() => (pages === undefined ? null : unique(pages.flatMap((page) => page.items))), [pages]);
  return {
    items,
    total: pages?.[0]?.total ?? 0,
    more: query.isFetchingNextPage ? 'coming' : query.hasNextPage ? 'there' : 'none',
    loadMore: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
    },
  };
}

/** Two pages that were read at different moments may share a row. */
function unique(items: readonly Item[]): readonly Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
