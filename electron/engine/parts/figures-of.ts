import type { ResultFigures } from '#shared/app-api/views.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Journal } from '../../journal/open-journal.ts';

/** What became of a company's documents since then. */
export function figuresOf(
  { journal }: { readonly journal: Journal },
  companyId: CompanyId,
  since: WallMs,
): Result<ResultFigures, { readonly kind: 'not-found' }> {
  return journal.companies.get(companyId) === null ? fail({ kind: 'not-found' }) : ok(journal.troubles.results(companyId, since));
}
