import type { ItemFilter } from '#shared/app-api/list/item-filter.ts';
import { mustAct, type Need, needsOf } from '#shared/app-api/needs-of.ts';
import type { FilterCounts, Overview } from '#shared/app-api/views.ts';
import type { CompanyId } from '#shared/domain/ids.ts';

/** The documents of one company that each need the person. Those that came all at once are one thing together, which the overview names. */
export function waitsInCompany(companyId: CompanyId): ItemFilter {
  return { companyId, states: ['refused', 'unfit', 'held'], asking: true, unproven: true, settled: false, bulkArrival: false };
}

/** How many things in one company need the person: its documents, and what stops them. */
export function needsOfCompany(companyId: CompanyId, overview: Overview, counts: FilterCounts | undefined): number {
  const stops = needsOf(overview).filter((need) => mustAct(need) && companyOf(need) === companyId).length;
  if (counts === undefined) return stops;
  const { kinds, asking, unproven, settled } = counts;
  return stops + kinds.refused - settled + kinds.unfit + kinds.held + asking + unproven;
}

/** The company that it is about; null for what concerns everything, and for documents, which are counted. */
function companyOf(need: Need): CompanyId | null {
  if (need.kind === 'company' || need.kind === 'unread') return need.company.id;
  if (need.kind === 'folder') return need.folder.companyId;
  return need.kind === 'flood' ? need.arrival.companyId : null;
}
