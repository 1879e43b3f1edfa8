import type { IntegrationId } from '#shared/contract/ids.ts';
import type { Company } from '#shared/domain/company.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { CompaniesStore } from './store.ts';

export type ReconnectedDeps = { readonly clock: Clock; readonly store: Pick<CompaniesStore, 'prepareReconnect' | 'reconnect'> };

/** Makes `integrationId` the company's current one; null if there is no such company, or the integration is another company's. */
export async function reconnected(
  { clock, store }: ReconnectedDeps,
  companyId: CompanyId,
  integrationId: IntegrationId,
): Promise<Company | null> {
  // A hundred thousand documents take seconds: everything else goes on between two pages.
  while (store.prepareReconnect(companyId, integrationId)) await clock.sleep(0);
  return store.reconnect(companyId, integrationId, clock.wallMs());
}
