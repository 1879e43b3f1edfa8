import type { ConnectFault } from '#shared/app-api/faults.ts';
import type { InstallationSecret, SecretFault, SecretsView } from '#shared/app-api/secrets.ts';
import type { FolderChange } from '#shared/app-api/folder-change.ts';
import type { Settings, SettingsChange } from '#shared/app-api/settings.ts';
import type { AppInfo, FloodAnswer, FloodView, ItemDetail, ItemPage, Overview, RemovalView } from '#shared/app-api/views.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import type { InvoiceType } from '#shared/contract/import-types.ts';
import type { Company, CompanyColour } from '#shared/domain/company.ts';
import type { ExistingFiles, Folder } from '#shared/domain/folder.ts';
import type { CompanyId, FolderId, ItemId } from '#shared/domain/ids.ts';
import type { ItemStateKind } from '#shared/domain/item-state.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Files } from '#shared/ports/files.ts';
import type { Changes } from './changes.ts';

export type Credentials = { readonly integrationId: IntegrationId; readonly integrationSecret: string };
export type NotFound = { readonly kind: 'not-found' };

export type ItemsPart = {
  page(of: {
    readonly companyId?: CompanyId | undefined;
    readonly states?: readonly ItemStateKind[] | undefined;
    readonly asking?: boolean | undefined;
    readonly after?: string | undefined;
    readonly limit: number;
  }): ItemPage;
  detail(itemId: ItemId): ItemDetail | null;
  allow(itemIds: readonly ItemId[]): number;
  putAside(itemIds: readonly ItemId[]): number;
  flood(of: { readonly companyId?: CompanyId | undefined }): FloodView;
  answerFlood(of: { readonly answer: FloodAnswer; readonly companyId?: CompanyId | undefined }): {
    readonly sent: number;
    readonly aside: number;
  };
  sendAgain(itemIds: readonly ItemId[]): Promise<{ readonly sent: readonly ItemId[]; readonly missing: readonly ItemId[] }>;
  asked(itemIds: readonly ItemId[]): number;
};

export type CompaniesPart = {
  companies(): readonly Company[];
  connect(of: Credentials & { readonly name: string; readonly colour: CompanyColour | null }): Promise<Result<Company, ConnectFault>>;
  reconnect(companyId: CompanyId, of: Credentials): Promise<Result<Company, ConnectFault>>;
  check(companyId: CompanyId): Promise<Result<Company, NotFound>>;
  change(
    companyId: CompanyId,
    change: { readonly name?: string | undefined; readonly colour?: CompanyColour | undefined },
  ): Promise<Result<Company, NotFound>>;
  pause(companyId: CompanyId): Promise<Result<Company, NotFound>>;
  resume(companyId: CompanyId): Promise<Result<Company, NotFound>>;
  removal(companyId: CompanyId): Result<RemovalView, NotFound>;
  remove(companyId: CompanyId): Result<RemovalView, NotFound>;
};

export type FoldersPart = {
  folders(): readonly Folder[];
  add(folder: {
    readonly companyId: CompanyId;
    readonly importType: InvoiceType;
    readonly path: string;
    readonly settleMs: number;
    readonly existing: ExistingFiles;
    readonly subfolders?: boolean | undefined;
  }): Folder;
  accept(folderId: FolderId): Folder | null;
  change(folderId: FolderId, change: FolderChange): Folder | null;
  remove(folderId: FolderId): boolean;
};

export type SecretsPart = {
  view(): Promise<SecretsView>;
  keep(name: InstallationSecret, secret: string | null): Promise<Result<SecretsView, SecretFault>>;
};

/** What the api is put on top of. */
export type ApiParts = {
  readonly info: AppInfo;
  readonly home: string;
  /** Where this installation's own files lie. */
  readonly profile: string;
  readonly overview: () => Overview;
  readonly changes: Changes;
  readonly items: ItemsPart;
  readonly companies: CompaniesPart;
  readonly folders: FoldersPart;
  readonly settings: { get(): Settings; change(change: SettingsChange): Settings };
  /** A person has read what was done about a damaged journal. */
  readonly recoverySeen: () => void;
  readonly secrets: SecretsPart;
  readonly files: Files;
  readonly chooseFolder: (() => Promise<string | null>) | null;
  readonly reveal: ((path: string) => void) | null;
};
