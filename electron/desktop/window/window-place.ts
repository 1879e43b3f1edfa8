import type { ItemId } from '#shared/domain/ids.ts';

/** Where the window shows a document: the fragment of its address, which the window reads. */
export function placeOfItem(itemId: ItemId): string {
  return `/documents/${itemId}`;
}
