import type { Diagnostics, ReportKept, Tried, TryFault } from '#shared/app-api/diagnostics.ts';
import type { ComputersFault, ConnectFault, NotFound, NoteFault } from '#shared/app-api/faults.ts';
import type { CheckedInstallationChange, InstallationFault } from '#shared/app-api/installation.ts';
import type { InstallationSecret, SecretFault, SecretsView } from '#shared/app-api/secrets.ts';
import type { WindowUploads } from '#shared/app-api/window-upload.ts';
import type { FolderChange } from '#shared/app-api/folder-change.ts';
import type { Chosen, ItemFilter } from '#shared/app-api/item-filter.ts';
import type { RegisterQuery, RegisterStep } from '#shared/app-api/register.ts';
import type { Settings, SettingsChange } from '#shared/app-api/settings.ts';
import type {
  ComputersView,
  AppInfo,
  ChosenView,
  FilterCounts,
  BulkArrivalAnswer,
  BulkArrivalView,
  ItemDetail,
  ItemPage,
  Overview,
  RemovalView,
  ResultFigures,
} from '#shared/app-api/views.ts';
import type { InvoiceType } from '#shared/contract/import-types.ts';
import type { AllTheSame } from '#shared/domain/item/all-the-same.ts';
import type { Company, CompanyColour } from '#shared/domain/company.ts';
import type { ExistingFiles, Folder } from '#shared/domain/folder/folder.ts';
import type { CompanyId, FolderId, ItemId } from '#shared/domain/ids.ts';
import type { IntegrationCredentials } from '#shared/domain/integration-credentials.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { AsItIs } from '#shared/domain/folder/unfinished.ts';
import type { Unproven } from '#shared/domain/results/unproven-schemas.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Files } from '#shared/ports/files.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { UpdatesPart } from '../engine.ts';
import type { Changes } from './changes.ts';
import type { FindItemBytes } from './item-bytes.ts';

export type ItemsPart = {
  page(
    of: ItemFilter & {
      readonly after?: string | undefined;
      readonly upTo?: string | undefined;
      readonly offset?: number | undefined;
      readonly limit: number;
    },
  ): ItemPage;
  countOf(filter: ItemFilter): FilterCounts;
  idsOf(of: {
    readonly filter: ItemFilter;
    readonly upTo?: string | undefined;
    readonly offset: number;
    readonly limit: number;
  }): readonly ItemId[];
  chosen(of: Chosen): ChosenView;
  detail(itemId: ItemId): ItemDetail | null;
  allow(itemIds: readonly ItemId[]): number;
  putAside(itemIds: readonly ItemId[]): number;
  putBack(itemIds: readonly ItemId[]): number;
  bulkArrival(of: { readonly companyId?: CompanyId | undefined; readonly since?: WallMs | undefined }): BulkArrivalView;
  answerBulkArrival(of: { readonly answer: BulkArrivalAnswer; readonly companyId?: CompanyId | undefined }): {
    readonly sent: number;
    readonly aside: number;
  };
  sendAgain(itemIds: readonly ItemId[]): Promise<{ readonly sent: readonly ItemId[]; readonly missing: readonly ItemId[] }>;
  sendAllTheSame(itemId: ItemId): Promise<AllTheSame>;
  asked(itemIds: readonly ItemId[]): number;
  resolve(itemIds: readonly ItemId[]): number;
  unresolve(itemIds: readonly ItemId[]): number;
  takeUnproven(itemIds: readonly ItemId[], says: Unproven['kind']): number;
  wantSendAgain(itemIds: readonly ItemId[]): number;
  note(itemId: ItemId, text: string): Result<Item, NoteFault>;
  /** The bytes that it stands for, and no others. */
  readonly bytes: FindItemBytes;
};

export type CompaniesPart = {
  companies(): readonly Company[];
  connect(
    of: IntegrationCredentials & { readonly name: string; readonly colour: CompanyColour | null },
  ): Promise<Result<Company, ConnectFault>>;
  reconnect(companyId: CompanyId, of: IntegrationCredentials): Promise<Result<Company, ConnectFault>>;
  check(companyId: CompanyId): Promise<Result<Company, NotFound>>;
  change(
    companyId: CompanyId,
    change: {
      readonly name?: string | undefined;
      readonly colour?: CompanyColour | undefined;
      readonly contact?: string | null | undefined;
    },
  ): Promise<Result<Company, NotFound>>;
  pause(companyId: CompanyId): Promise<Result<Company, NotFound>>;
  resume(companyId: CompanyId): Promise<Result<Company, NotFound>>;
  figures(companyId: CompanyId, since: WallMs): Result<ResultFigures, NotFound>;
  computers(companyId: CompanyId): Promise<Result<ComputersView, ComputersFault>>;
  newIdentity(): Promise<Result<{ readonly renewed: true }, ConnectFault>>;
  sendAway(companyId: CompanyId, deviceId: string): Promise<Result<ComputersView, ComputersFault>>;
  removal(companyId: CompanyId): Result<RemovalView, NotFound>;
  remove(companyId: CompanyId, how: { readonly forget: boolean }): Result<RemovalView, NotFound>;
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
  /** How many files are fetched because of it; null when nobody watches the folder. */
  fetchFromCloud(folderId: FolderId): number | null;
  /** Null when the file is not an unfinished one of that folder. */
  sendAsItIs(folderId: FolderId, path: string): Promise<AsItIs | null>;
  /** Null when nothing of that path can go into it. */
  takeMisplaced(path: string, folderId: FolderId): Promise<{ readonly moved: number; readonly stay: readonly string[] } | null>;
};

export type SecretsPart = {
  view(): Promise<SecretsView>;
  keep(name: InstallationSecret, secret: string | null): Promise<Result<SecretsView, SecretFault>>;
};

export type SettingsPart = { get(): Settings; change(change: SettingsChange): Promise<Result<Settings, SecretFault>> };

export type InstallationPart = { change(change: CheckedInstallationChange): Promise<Result<Settings, InstallationFault>> };

export type DiagnosticsPart = {
  view(): Promise<Diagnostics>;
  report(): Promise<string>;
  save(): Promise<ReportKept>;
  tryOut(what: Tried): Promise<Result<{ readonly milliseconds: number }, TryFault>>;
};

/** What the api is put on top of. */
export type ApiParts = {
  readonly info: () => AppInfo;
  readonly home: string;
  /** Where this installation's own files lie. */
  readonly profile: string;
  readonly overview: () => Overview;
  readonly changes: Changes;
  readonly lookAgain: () => void;
  readonly items: ItemsPart;
  readonly windowUploads: WindowUploads;
  readonly register: (of: RegisterQuery, stop: Stop | undefined) => AsyncGenerator<RegisterStep, void, void>;
  readonly companies: CompaniesPart;
  readonly diagnostics: DiagnosticsPart;
  readonly folders: FoldersPart;
  readonly installation: InstallationPart;
  readonly settings: SettingsPart;
  /** A person has read what was done about a damaged journal. */
  readonly recoverySeen: () => void;
  readonly secrets: SecretsPart;
  readonly updates?: Pick<UpdatesPart, 'view' | 'installNow'> | undefined;
  readonly files: Files;
  /** Files in a folder that would be asked about, up to a bound. */
  readonly countFiles: (path: string) => Promise<{ readonly files: number; readonly more: boolean }>;
  /** What the two folders of a company are called, in the person's language. */
  readonly folderNames: () => Readonly<Record<InvoiceType, string>>;
  /** Whose paths these are; by default this system's. */
  readonly platform?: NodeJS.Platform | undefined;
  readonly chooseFolder: (() => Promise<string | null>) | null;
  readonly reveal: ((path: string) => void) | null;
  readonly open: ((path: string) => void) | null;
  readonly writeMail: ((href: string) => Promise<boolean>) | null;
};
