import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MonthFigures } from '#shared/app-api/list/register.ts';
import { useEngine } from '../../link/engine.ts';
import type { Month } from '../../parts/month-of.ts';

/** What became of each company's documents of this month; the figures before stay until the new ones are there. */
export function useMonths({ from, before }: Month): readonly MonthFigures[] {
  const { queries } = useEngine();
  const { data } = useQuery(queries.companies.months.queryOptions({ input: { from, before }, placeholderData: keepPreviousData }));
  return data?.months ?? [];
}
