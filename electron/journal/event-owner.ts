import { itemIdSchema } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item.ts';
import { referencesBeside, resubmissionOf } from '#shared/domain/reference.ts';
import type { Base, Row } from './base.ts';
import type { ItemRows } from './item-rows.ts';
import type { SubmissionRows } from './submission-rows.ts';

/** Whose result it is: of an item as it is now, of an earlier sending of it, or of a later one that another computer made. */
export type Owner = { readonly item: Item; readonly sending: 'current' | 'earlier' | 'later' };

type Status = { readonly documentId: string; readonly reference: string | null };

/** Finds the owner of an event by its document, else by its reference; null while there is none. */
export function eventOwner(
  { database }: Base,
  by: { readonly items: ItemRows; readonly submissions: SubmissionRows },
): (status: Status) => Owner | null {
  const { items, submissions } = by;
  const statements = prepared(database);
  const found = (row: Row | undefined): Item | null => (row === undefined ? null : items.get(itemIdSchema.parse(row['id'])));
  const claimed = (status: Status): Owner | null => {
    const now = found(statements.byDocument.get(status.documentId));
    if (now !== null) return { item: now, sending: 'current' };
    const earlier = submissions.ownerOf(status.documentId);
    const before = earlier === null ? null : items.get(earlier);
    if (before !== null) return { item: before, sending: 'earlier' };
    return status.reference === null ? null : ownerByReference(status.reference);
  };
  const ownerByReference = (reference: string): Owner | null => {
    const exact = statements.byReference.get(reference);
    const item = found(exact);
    // The number has gone on, so this is some other document under a reference of ours: nothing of the current one.
    if (item !== null) return item.resubmission === exact?.['resubmission'] ? { item, sending: 'current' } : null;
    const number = resubmissionOf(reference);
    const { first } = referencesBeside(reference);
    const beside = number === null ? null : found(statements.beside.get(first, reference));
    // Only after the refusal that it answers: before that, the event waits until the refusal was read.
    const isLater = beside?.state.kind === 'refused' && number !== null && number > beside.resubmission;
    return isLater ? { item: beside, sending: 'later' } : null;
  };
  return (status) => {
    const owner = claimed(status);
    return owner !== null && fits(owner, status) ? owner : null;
  };
}

function prepared(database: Base['database']) {
  return {
    byDocument: database.prepare('SELECT id FROM items WHERE document_id = ?'),
    byReference: database.prepare('SELECT item_id AS id, resubmission FROM intents WHERE reference = ?'),
    // The same bytes under a lower number.
    beside: database.prepare('SELECT item_id AS id FROM intents WHERE reference BETWEEN ? AND ? ORDER BY reference DESC LIMIT 1'),
  };
}

/** What is awaited under another document is not answered by this one. */
function fits({ item, sending }: Owner, status: Status): boolean {
  const documentId = documentOf(item);
  return sending !== 'current' || documentId === null || documentId === status.documentId;
}

export function documentOf(item: Item): string | null {
  return 'documentId' in item.state ? item.state.documentId : null;
}
