import type { IntegrationId } from '#shared/contract/ids.ts';
import type { RemovalView } from '#shared/app-api/views.ts';
import type { Company, CompanyColour, RemovedCompany } from '#shared/domain/company.ts';
import type { Connection } from '#shared/domain/connection.ts';
import type { CompanyId, ItemId } from '#shared/domain/ids.ts';
import type { WallMs } from '#shared/lib/duration.ts';

/** What is not named stays; null takes an address away. */
export type CompanyChange = {
  readonly name?: string | undefined;
  readonly colour?: CompanyColour | undefined;
  readonly contact?: string | null | undefined;
  readonly userEmail?: string | null | undefined;
};

/** An integration of a removed company: its secret is still in the vault, or the relay still knows this computer for it. */
export type Leaving = {
  readonly integrationId: IntegrationId;
  readonly secret: boolean;
  readonly relay: boolean;
  /** The relay still keeps its events, and is to delete them for all of its computers. */
  readonly forget: boolean;
};

/** `forget`: the relay also deletes all that it keeps about the company, so its other computers can no longer read it either. */
export type Removal = { readonly forget: boolean };

/** The journal as companies use it. Every call is one durable transaction. */
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
  /** The removed companies; no other call but `reconnect` finds them. */
  removed(): readonly RemovedCompany[];
  /** What removing it would mean; null if there is no such company. */
  removal(companyId: CompanyId): RemovalView | null;
  /** Returns the items that were put aside; null if there is no such company. */
  remove(companyId: CompanyId, at: WallMs, how: Removal): readonly ItemId[] | null;
  /** What removed companies have not left behind yet. */
  leavings(): readonly Leaving[];
  left(integrationId: IntegrationId, what: 'secret' | 'relay' | 'forget'): void;
  /**
   * Writes part of what `reconnect` has to write for an integration that is new to the company, if the company has too many documents for
   * one transaction; false if the rest is few enough. Has no effect unless `reconnect` comes after it.
   */
  prepareReconnect(companyId: CompanyId, integrationId: IntegrationId): boolean;
  /**
   * Makes `integrationId` the current one; the previous one becomes a former one (C13). Waiting items follow it. A removed company is
   * restored, and what had waited is asked about.
   */
  reconnect(companyId: CompanyId, integrationId: IntegrationId, at: WallMs): Company | null;
}
