import { itemIdSchema } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { numbered, partsOfReference } from '#shared/domain/item/reference.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { JournalContext, Row } from '../sqlite/journal-context.ts';
import type { ItemRows } from '../items/item-rows.ts';
import type { ReferenceStemRows } from './reference-stem-rows.ts';
import type { SubmissionRows } from '../items/submission-rows.ts';
import type { SentAs } from '../items/sent-as.ts';

/**
 * Which sending of an item the result belongs to: the current one, an earlier one, or a later one that another computer made. `sentAs` is
 * null if the event was found by its document alone.
 */
export type EventOwner = { readonly item: Item; readonly sending: 'current' | 'earlier' | 'later'; readonly sentAs: SentAs | null };

type Status = { readonly documentId: string; readonly reference: string | null };

type EventOwnerDeps = { readonly items: ItemRows; readonly submissions: SubmissionRows; readonly stems: ReferenceStemRows };

/**
 * Finds the owner of an event by its document, else by its reference, whoever sent it and whatever state the item is in (C22); null if
 * there is none.
 */
export function eventOwner(
  { database }: JournalContext,
  { items, submissions, stems }: EventOwnerDeps,
): (status: Status) => EventOwner | null {
  const byDocument = database.prepare('SELECT id FROM items WHERE document_id = ?');
  const found = (row: Row | undefined): Item | null => (row === undefined ? null : items.get(itemIdSchema.parse(row['id'])));
  const byReference = (reference: string): EventOwner | null => {
    const parts = partsOfReference(reference);
    const owner = parts === null ? null : stems.ownerOf(parts.stem);
    const item = owner === null ? null : items.get(owner.itemId);
    if (parts === null || owner === null || item === null) return null;
    const { resubmission } = parts;
    const sentAs = { resubmission, integrationId: owner.integrationId, reference: numbered(parts.stem, resubmission) };
    if (resubmission !== item.resubmission) return { item, sentAs, sending: resubmission < item.resubmission ? 'earlier' : 'later' };
    return { item, sentAs, sending: 'current' };
  };
  return (status) => {
    const now = found(byDocument.get(status.documentId));
    if (now !== null) return { item: now, sending: 'current', sentAs: null };
    const earlier = submissions.ownerOf(status.documentId);
    const before = earlier === null ? null : items.get(earlier);
    if (before !== null) return { item: before, sending: 'earlier', sentAs: null };
    const owner = status.reference === null ? null : byReference(status.reference);
    return owner !== null && isFree(owner, submissions) ? owner : null;
  };
}

/** False if another document is already known for this sending: this event does not answer that one. */
function isFree({ item, sending, sentAs }: EventOwner, submissions: SubmissionRows): boolean {
  switch (sending) {
    case 'later':
      return true;
    case 'current':
      return documentOf(item) === null;
    case 'earlier':
      return !submissions.earlier(item.id).some(({ resubmission }) => resubmission === sentAs?.resubmission);
    default:
      return unreachable(sending);
  }
}

export function documentOf(item: Item): string | null {
  return 'documentId' in item.state ? item.state.documentId : null;
}
