import type { Overview } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';

/** Includes removed companies, because their documents are still in the list. */
export function everyCompany({ companies, removed = [] }: Overview): readonly Company[] {
  return [...companies, ...removed];
}
