import type { IntegrationId } from '#shared/contract/ids.ts';
import type { RemovalView } from '#shared/app-api/views.ts';
import type { Company, CompanyColour, RemovedCompany } from '#shared/domain/company.ts';
import type { Connection } from '#shared/domain/connection.ts';
import type { CompanyId, ItemId } from '#shared/domain/ids.ts';
import type { WallMs } from '#shared/lib/duration.ts';

/** What is not named stays; null takes the contact away. */
export type CompanyChange = {
  readonly name?: string | undefined;
  readonly colour?: CompanyColour | undefined;
  readonly contact?: string | null | undefined;
};

/** Of a removed company's integration: its secret still lies in the vault, and the relay still knows this computer for it. */
export type Leaving = {
  readonly integrationId: IntegrationId;
  readonly secret: boolean;
  readonly relay: boolean;
  /** The relay still keeps its answers, and is to delete them for all of its computers. */
  readonly forget: boolean;
};

/** `forget`: with all that the relay keeps about it, which ends the reading of its other computers too. */
export type Removal = { readonly forget: boolean };

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
  /** Those that were removed; no other call but `reconnect` finds them. */
  removed(): readonly RemovedCompany[];
  /** What removing it would mean; null where there is no such company. */
  removal(companyId: CompanyId): RemovalView | null;
  /** Says what waits aside now; null where there is no such company. */
  remove(companyId: CompanyId, at: WallMs, how: Removal): readonly ItemId[] | null;
  /** What is still to be left behind of removed companies. */
  leavings(): readonly Leaving[];
  left(integrationId: IntegrationId, what: 'secret' | 'relay' | 'forget'): void;
  /**
   * Part of what `reconnect` has to write for an integration that the company did not have, where it has too many documents for one transaction;
   * false when the rest is few enough. Nothing follows from it unless `reconnect` comes after it.
   */
  prepareReconnect(companyId: CompanyId, integrationId: IntegrationId): boolean;
  /**
   * Makes `integrationId` the current one; another before it becomes a former one (C13). Waiting items follow it. A company
   * that was removed is there again, and what had waited is asked about.
   */
  reconnect(companyId: CompanyId, integrationId: IntegrationId, at: WallMs): Company | null;
}
