import type { Overview } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';

/** Includes removed companies, because their documents are still in the list. */
export function everyCompany({ companies, removed = [] }: Pick<Overview, 'companies' | 'removed'>): readonly Company[] {
  return [...companies, ...removed];
}
