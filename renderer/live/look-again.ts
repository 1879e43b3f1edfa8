import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * Asks again for all that is shown. A first answer that is on its way may be older than the ring, and is not asked for anew while it
 * is; so that one is asked for once more when it is there. Without this the ring would be lost until the next slow look.
 */
export async function lookAgain(queryClient: QueryClient): Promise<void> {
  const early = new Set(queryClient.getQueryCache().getAll().filter(isFirst));
  await queryClient.invalidateQueries();
  if (early.size > 0) await queryClient.invalidateQueries({ predicate: (query) => early.has(query) });
}

function isFirst({ state }: Query): boolean {
  return state.fetchStatus === 'fetching' && state.data === undefined;
}
