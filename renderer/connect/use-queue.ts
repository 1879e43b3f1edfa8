import { useQuery } from '@tanstack/react-query';
import type { CompanyId } from '#shared/domain/ids.ts';
import { useEngine } from '../link/engine.ts';

/** Number of the company's documents that are not sent yet; null until it is known. */
export function useQueue(companyId: CompanyId): number | null {
  const { queries } = useEngine();
  const input = { companyId, states: ['waiting', 'uploading'] as ('waiting' | 'uploading')[], limit: 1 };
  return useQuery(queries.items.list.queryOptions({ input })).data?.total ?? null;
}
