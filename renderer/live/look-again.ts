import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * Fetches again everything that is shown. A query still waiting for its first answer is not restarted by that, and its answer may be older
 * than the ring; so it is fetched once more afterwards. Otherwise the ring would be lost until the next slow sweep.
 */
export async function lookAgain(queryClient: QueryClient): Promise<void> {
  const early = new Set(queryClient.getQueryCache().getAll().filter(isFirst));
  await queryClient.invalidateQueries();
  if (early.size > 0) await queryClient.invalidateQueries({ predicate: (query) => early.has(query) });
}

function isFirst({ state }: Query): boolean {
  return state.fetchStatus === 'fetching' && state.data === undefined;
}
