import type { FolderFault } from '#shared/app-api/faults.ts';
import type { FolderListing, ItemDetail } from '#shared/app-api/views.ts';
import type { Company, CompanyColour } from '#shared/domain/company.ts';
import type { ExistingFiles, Folder } from '#shared/domain/folder/folder.ts';
import { NO_CONVERSIONS } from '#shared/domain/folder/folder-conversions.ts';
import { NO_FOLDER_ENTRIES } from '#shared/domain/folder/folder-entries.ts';
import { NO_FOLDER_NOTES } from '#shared/domain/item/note.ts';
import { ALWAYS_ASK } from '#shared/domain/item/sent-before/sent-before.ts';
import { type CompanyId, companyIdSchema, folderIdSchema } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { documentIdSchema, type IntegrationId } from '#shared/contract/ids.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { asksNow } from './window-lists.ts';
import { storyId, type WindowState } from './window-state.ts';

/** The item after asking about its answer; unchanged if there was nothing to ask. */
/** `at`: when the user asked; null takes that back. */
export function askedAbout(item: Item, at: WallMs | null): Item {
  const { state } = item;
  if (asksNow(item) === (at === null) || state.kind !== 'awaiting' || state.noAnswer === undefined) return item;
  return { ...item, state: { ...state, noAnswer: { ...state.noAnswer, askedAt: at } } };
}

export function placesOf(item: Item): ItemDetail['places'] {
  const folder = item.importType === 'purchase-invoices' ? 'Achats' : 'Ventes';
  return [
    { path: `/home/anne/Scans/${folder}/${item.name}`, present: true, seenAt: item.foundAt, stays: null },
    { path: `/media/usb/anciens scans/${item.name}`, present: false, seenAt: item.foundAt, stays: null },
  ];
}

type NewCompany = { readonly name: string; readonly colour?: CompanyColour | undefined; readonly integrationId: IntegrationId };

export function connectCompany(state: WindowState, input: NewCompany): Company {
  const { now, companies } = state.overview;
  const company: Company = {
    id: companyIdSchema.parse(storyId(900 + companies.length)),
    name: input.name,
    colour: input.colour ?? 'blue',
    integrationId: input.integrationId,
    formerIntegrationIds: [],
    connection: { kind: 'active', seenAt: now },
    connectedAt: now,
  };
  const standing = state.overview.standing === 'empty' ? 'fine' : state.overview.standing;
  state.overview = { ...state.overview, standing, companies: [...companies, company] };
  return company;
}

type NewFolder = {
  readonly companyId: CompanyId;
  readonly importType: Folder['importType'];
  readonly path: string;
  readonly existing: ExistingFiles;
  readonly subfolders?: boolean | undefined;
};

export function addFolder(state: WindowState, { companyId, importType, path, existing, subfolders = true }: NewFolder): Folder {
  const { now, folders } = state.overview;
  const folder: Folder = {
    id: folderIdSchema.parse(storyId(700 + folders.length)),
    settleMs: 5_000,
    waits: { kind: 'chosen' },
    addedAt: now,
    state: 'present',
    identity: null,
    lastSweptAt: now,
    watching: 'events',
    tooDeep: null,
    linked: null,
    after: 'leave',
    resultFolders: null,
    refusalNote: false,
    converts: NO_CONVERSIONS,
    sentBefore: ALWAYS_ASK,
    notes: NO_FOLDER_NOTES,
    pairs: 'no',
    entries: NO_FOLDER_ENTRIES,
    companyId,
    importType,
    path,
    existing,
    subfolders,
  };
  state.overview = { ...state.overview, folders: [...folders, folder] };
  return folder;
}

/** A small, made-up disk. */
const DISK: Readonly<Record<string, readonly string[]>> = {
  '/': ['home', 'media'],
  '/home': ['anne'],
  '/home/anne': ['Bureau', 'Documents', 'Images', 'Scans', 'Téléchargements'],
  '/home/anne/Scans': ['Achats', 'Ventes'],
  '/home/anne/Scans/Achats': [],
};

export function browse(path: string | null): Result<FolderListing, FolderFault> {
  const here = path ?? '/home/anne';
  const folders = DISK[here];
  if (folders === undefined) return fail({ kind: 'denied' });
  const parent = here === '/' ? null : here.slice(0, here.lastIndexOf('/')) || '/';
  return ok({ path: here, parent, folders: [...folders] });
}

/** What happened to it before: an item that was sent again was refused once. */
export function earlierOf(item: Item): ItemDetail['earlier'] {
  if (item.resubmission === 0) return [];
  const at = wallMs(item.foundAt);
  const documentId = documentIdSchema.parse(storyId(900));
  const sent = { resubmission: 0, integrationId: null, reference: item.reference, sentElsewhere: false, receivedAt: at };
  return [{ ...sent, kind: 'refused', documentId, at, reason: 'Facture illisible', contradicted: false }];
}

export function removalOf({ items, overview }: WindowState, companyId: string) {
  const of = (...kinds: readonly string[]) =>
    items.filter((item) => item.companyId === companyId && kinds.includes(item.state.kind)).length;
  const folders = overview.folders.filter((folder) => folder.companyId === companyId).length;
  return ok({ folders, unsent: of('waiting', 'held'), unanswered: of('uploading', 'awaiting') });
}

export function removeCompany(state: WindowState, companyId: string): void {
  const { companies, removed = [], folders, now } = state.overview;
  const gone = companies.filter(({ id }) => id === companyId).map((one) => ({ ...one, removedAt: now }));
  state.overview = {
    ...state.overview,
    companies: companies.filter(({ id }) => id !== companyId),
    removed: [...removed, ...gone],
    folders: folders.filter((folder) => folder.companyId !== companyId),
  };
}
