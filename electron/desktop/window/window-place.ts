import type { ItemId } from '#shared/domain/ids.ts';

/** Where in the window a document is shown: the fragment of its address, which the window reads. */
export function placeOfItem(itemId: ItemId): string {
  return `/documents/${itemId}`;
}
