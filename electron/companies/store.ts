import type { IntegrationId } from '#shared/contract/ids.ts';
import type { Company, CompanyColour } from '#shared/domain/company.ts';
import type { Connection } from '#shared/domain/connection.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import type { WallMs } from '#shared/lib/duration.ts';

export type CompanyChange = { readonly name?: string | undefined; readonly colour?: CompanyColour | undefined };

/** What companies asks of the journal. Every call is one durable transaction. */
export interface CompaniesStore {
  companies(): readonly Company[];
  addCompany(company: {
    readonly name: string;
    readonly colour: CompanyColour | null;
    readonly integrationId: IntegrationId;
    readonly at: WallMs;
  }): Company;
  changeCompany(companyId: CompanyId, change: CompanyChange): Company | null;
  setConnection(companyId: CompanyId, connection: Connection): Company | null;
  /** Makes `integrationId` the current one; another before it becomes a former one (decision 13). Waiting items follow it. */
  reconnect(companyId: CompanyId, integrationId: IntegrationId, at: WallMs): Company | null;
}
