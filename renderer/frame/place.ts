import { useMemo, useSyncExternalStore } from 'react';
import { type Sort, SORTS } from '#shared/app-api/list/item-filter.ts';
import { Emitter } from '#shared/async/emitter.ts';
import type { BulkArrival } from '#shared/app-api/folder-places.ts';
import { IMPORT_TYPES } from '#shared/domain/folder/folder.ts';
import { type CompanyId, type FolderId, isGuid, type ItemId } from '#shared/domain/ids.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { later } from '../later/later.tsx';

/** A part of the calendar, or two days. */
const DATES = /^[a-z0-9.-]{2,30}$/;

/** The states that an address can filter the list of documents by; without one it shows all. */
export const DOCUMENTS_SHOWS = ['needs-you', 'refused', 'unfit', 'held', 'unproven', 'no-answer', 'under-way', 'done', 'aside'] as const;
export type DocumentsShow = (typeof DOCUMENTS_SHOWS)[number];

export const SETTINGS_SECTIONS = ['general', 'sending', 'connection', 'notifications', 'browsers', 'diagnostics'] as const;
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number];

/** Which documents wait for one common answer; the folder is null if the journal no longer knows it. */
export type BulkArrivalKey = Pick<BulkArrival, 'companyId' | 'importType' | 'folderId'>;

/** Where the user is. Kept in the fragment of the address, so that notifications can link to it and going back works. */
export type PageAddress =
  | { readonly kind: 'overview' }
  /** `arrival`: only these documents, which wait for one common answer. */
  | {
      readonly kind: 'documents';
      readonly itemId: ItemId | null;
      readonly show?: DocumentsShow | undefined;
      /** Only the documents of this company. */
      readonly companyId?: CompanyId | undefined;
      /** Undefined: newest first. */
      readonly sort?: Sort | undefined;
      /** When the documents were found, as the page of documents writes it. */
      readonly dates?: string | undefined;
      readonly arrival?: BulkArrivalKey | undefined;
    }
  /** The question about the documents of a folder that were there before it was added, or came all at once. */
  | { readonly kind: 'bulk-question'; readonly arrival: BulkArrivalKey }
  /** "Purchase or sale?" about one document. */
  | { readonly kind: 'type-question'; readonly itemId: ItemId }
  /** The note of one document, whose folder has each one wait for it. */
  | { readonly kind: 'note-question'; readonly itemId: ItemId }
  /** Where an invitation for one more company is opened; before the first company, that is the first run itself. */
  | { readonly kind: 'invitation' }
  | { readonly kind: 'companies'; readonly companyId?: CompanyId | undefined }
  | { readonly kind: 'settings'; readonly section?: SettingsSection | undefined };

export function usePlace(): PageAddress {
  const hash = useSyncExternalStore(turned.subscribe, () => shown);
  return useMemo(() => placeOf(hash), [hash]);
}

/** The address of the page shown. It follows the window's address once that page is loaded; until then the old page stays. */
let shown = '';
const turned = new Emitter();

/** Shows the page of the address from now on; resolves when the first page is loaded, or failed to load. */
export async function followAddress(load: (place: PageAddress) => Promise<boolean>): Promise<void> {
  const turn = async (): Promise<void> => {
    const { hash } = window.location;
    const isThere = await load(placeOf(hash));
    // The address may have changed meanwhile.
    if (!isThere || hash !== window.location.hash) return;
    shown = hash;
    turned.emit();
  };
  window.addEventListener('hashchange', () => void turn());
  await turn();
}

export function goTo(place: PageAddress): void {
  const hash = hashOf(place);
  if (window.location.hash !== hash) window.location.hash = hash;
}

/** Reads the fragment of an address; an unknown one means the overview. */
export function placeOf(hash: string): PageAddress {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [kind = '', below = '', named = ''] = path.split('/');
  switch (kind) {
    case 'documents': {
      const asked = new URLSearchParams(query);
      const arrival = arrivalOf(query);
      return {
        kind,
        itemId: idOf(below) ?? null,
        show: DOCUMENTS_SHOWS.find((one) => one === asked.get('show')),
        // A company with a type names the documents that wait for one answer.
        companyId: arrival === undefined ? idOf(asked.get('company')) : undefined,
        sort: SORTS.find((one) => one !== SORTS[0] && one === asked.get('sort')),
        dates: DATES.exec(asked.get('dates') ?? '')?.[0],
        ...(arrival === undefined ? {} : { arrival }),
      };
    }
    case 'question':
      return questionOf(below, { named, query });
    case 'invitation':
      return { kind };
    case 'companies':
      return { kind, companyId: idOf(below) };
    case 'settings':
      return { kind, section: SETTINGS_SECTIONS.find((one) => one === below) };
    default:
      return { kind: 'overview' };
  }
}

export function hashOf(place: PageAddress): string {
  switch (place.kind) {
    case 'overview':
      return '#/overview';
    case 'documents': {
      const { itemId, show, companyId, arrival, sort, dates } = place;
      const asked = Object.entries({ show, company: companyId, ...(arrival === undefined ? {} : valuesOf(arrival)), sort, dates }).flatMap(
        ([name, value]) => (value === undefined ? [] : [`${name}=${value}`]),
      );
      return `#/documents${itemId === null ? '' : `/${itemId}`}${asked.length === 0 ? '' : `?${asked.join('&')}`}`;
    }
    case 'bulk-question':
      return `#/question/bulk?${new URLSearchParams(valuesOf(place.arrival))}`;
    case 'type-question':
      return `#/question/type/${place.itemId}`;
    case 'note-question':
      return `#/question/note/${place.itemId}`;
    case 'invitation':
      return '#/invitation';
    case 'companies':
      return place.companyId === undefined ? '#/companies' : `#/companies/${place.companyId}`;
    case 'settings':
      return place.section === undefined ? '#/settings' : `#/settings/${place.section}`;
    default:
      return unreachable(place);
  }
}

function questionOf(below: string, { named, query }: { readonly named: string; readonly query: string }): PageAddress {
  const [itemId, arrival] = [idOf(named), arrivalOf(query)];
  if (below === 'type' && itemId !== undefined) return { kind: 'type-question', itemId };
  if (below === 'note' && itemId !== undefined) return { kind: 'note-question', itemId };
  return below === 'bulk' && arrival !== undefined ? { kind: 'bulk-question', arrival } : { kind: 'overview' };
}

function arrivalOf(query: string): BulkArrivalKey | undefined {
  const values = new URLSearchParams(query);
  const companyId = idOf(values.get('company'));
  const importType = IMPORT_TYPES.find((one) => one === values.get('type'));
  if (companyId === undefined || importType === undefined) return undefined;
  return { companyId, importType, folderId: idOf(values.get('folder')) ?? null };
}

/** Our ids are written alike; which one it is, the place in the address says. */
function idOf(text: string | null): (CompanyId & FolderId & ItemId) | undefined {
  return text !== null && isGuid(text) ? (text as CompanyId & FolderId & ItemId) : undefined;
}

function valuesOf({ companyId, importType, folderId }: BulkArrivalKey): Record<string, string> {
  return { company: companyId, type: importType, ...(folderId === null ? {} : { folder: folderId }) };
}

export const DocumentsPage = later(async () => (await import('../documents/documents-page.tsx')).DocumentsPage);
export const CompaniesPage = later(async () => (await import('../companies/companies-page.tsx')).CompaniesPage);
export const InvitationPage = later(async () => (await import('../invitation/invitation-page.tsx')).InvitationPage);
export const SettingsPage = later(async () => (await import('../settings/settings-page.tsx')).SettingsPage);
export const BulkQuestionPage = later(async () => (await import('../questions/answers-for-many.ts')).BulkQuestionPage);
export const NoteQuestionPage = later(async () => (await import('../questions/answers-for-many.ts')).NoteQuestionPage);
export const TypeQuestionPage = later(async () => (await import('../questions/type/type-question-page.tsx')).TypeQuestionPage);
export const FirstRun = later(async () => (await import('../first-run/first-run.tsx')).FirstRun);

/** Loads the page's script and tells whether that worked; the overview is always loaded. */
export async function loadPage({ kind }: PageAddress): Promise<boolean> {
  switch (kind) {
    case 'overview':
      return true;
    case 'documents':
      return DocumentsPage.load();
    case 'bulk-question':
      return BulkQuestionPage.load();
    case 'type-question':
      return TypeQuestionPage.load();
    case 'note-question':
      return NoteQuestionPage.load();
    case 'companies':
      return CompaniesPage.load();
    case 'invitation':
      return InvitationPage.load();
    case 'settings':
      return SettingsPage.load();
    default:
      return unreachable(kind);
  }
}
