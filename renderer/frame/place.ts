import { useMemo, useSyncExternalStore } from 'react';
import { Emitter } from '#shared/async/emitter.ts';
import { type CompanyId, companyIdSchema, type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import { unreachable } from '#shared/lib/unreachable.ts';

/** The states that an address can filter the list of documents by; without one it shows all. */
export const DOCUMENTS_SHOWS = ['needs-you', 'refused', 'unfit', 'held', 'unproven', 'no-answer', 'under-way', 'done', 'aside'] as const;
export type DocumentsShow = (typeof DOCUMENTS_SHOWS)[number];

export const SETTINGS_SECTIONS = ['general', 'sending', 'connection', 'notifications', 'browsers', 'diagnostics'] as const;
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number];

/** Where the person is. Kept in the fragment of the address, so that notifications can link to it and going back works. */
export type PageAddress =
  | { readonly kind: 'overview' }
  | {
      readonly kind: 'documents';
      readonly itemId: ItemId | null;
      readonly show?: DocumentsShow | undefined;
      /** Only the documents of this company. */
      readonly companyId?: CompanyId | undefined;
    }
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
  const [kind = '', below = ''] = path.split('/');
  switch (kind) {
    case 'documents': {
      const itemId = itemIdSchema.safeParse(below);
      const asked = new URLSearchParams(query);
      const show = DOCUMENTS_SHOWS.find((one) => one === asked.get('show'));
      const companyId = companyIdSchema.safeParse(asked.get('company')).data;
      return { kind, itemId: itemId.success ? itemId.data : null, show, companyId };
    }
    case 'companies':
      return { kind, companyId: companyIdSchema.safeParse(below).data };
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
      const { itemId, show, companyId } = place;
      const asked = new URLSearchParams({
        ...(show === undefined ? {} : { show }),
        ...(companyId === undefined ? {} : { company: companyId }),
      });
      return `#/documents${itemId === null ? '' : `/${itemId}`}${asked.size === 0 ? '' : `?${asked}`}`;
    }
    case 'companies':
      return place.companyId === undefined ? '#/companies' : `#/companies/${place.companyId}`;
    case 'settings':
      return place.section === undefined ? '#/settings' : `#/settings/${place.section}`;
    default:
      return unreachable(place);
  }
}
