import { useMemo, useSyncExternalStore } from 'react';
import { type ItemId, itemIdSchema } from '#shared/domain/ids.ts';

/** Where the person is, kept in the fragment of the address so that a notification can point at it. */
export type Place = { readonly kind: 'documents'; readonly itemId: ItemId | null } | { readonly kind: 'settings' };

const DOCUMENTS = '#/documents';
const SETTINGS = '#/settings';

export function usePlace(): Place {
  const hash = useSyncExternalStore(onHashChange, () => window.location.hash);
  return useMemo(() => placeOf(hash), [hash]);
}

export function goTo(place: Place): void {
  const hash = place.kind === 'settings' ? SETTINGS : place.itemId === null ? DOCUMENTS : `${DOCUMENTS}/${place.itemId}`;
  if (window.location.hash !== hash) window.location.hash = hash;
}

function placeOf(hash: string): Place {
  if (hash === SETTINGS) return { kind: 'settings' };
  const itemId = itemIdSchema.safeParse(hash.slice(DOCUMENTS.length + 1));
  return { kind: 'documents', itemId: itemId.success ? itemId.data : null };
}

function onHashChange(ring: () => void): () => void {
  window.addEventListener('hashchange', ring);
  return () => window.removeEventListener('hashchange', ring);
}
