import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { type Item, itemSchema } from '#shared/domain/item/item.ts';
import type { ItemState } from '#shared/domain/item/item-state.ts';
import { isResolved } from '#shared/domain/item/aside.ts';
import { foldText } from '#shared/lib/text/fold-text.ts';
import { nameKey } from '#shared/lib/file-names.ts';
import type { Row } from '../sqlite/journal-context.ts';

/** Value of the column `sent_by` of a sending that names no address. */
const NOBODY = '';
/** Values of the column `asks`. */
const ASKING = 1;
export const RESOLVED = 3;
const UNPROVEN = { accepted: 4, refused: 5 } as const;
/** Conditions in SQL: refusals that were dealt with, and the others. */
export const IS_RESOLVED = `asks = ${RESOLVED}`;
export const IS_OPEN = `asks <> ${RESOLVED}`;
/** Condition in SQL: no answer came, and a user needs to know. */
export const IS_ASKING = `asks = ${ASKING}`;
/** Conditions in SQL: all items with an unproven answer, or those whose answer is this one. */
export const IS_UNPROVEN = `asks IN (${UNPROVEN.accepted}, ${UNPROVEN.refused})`;
export const IS_UNPROVEN_AS = { accepted: `asks = ${UNPROVEN.accepted}`, refused: `asks = ${UNPROVEN.refused}` } as const;

/** Condition in SQL, as in its index: they are held because they are like a document that was sent (C51). */
export const IS_LIKE_SENT = `kind = 'held' AND json_extract(state, '$.question.kind') = 'sent-before'`;
/** Those that are held because of one document. */
export const ABOUT_SENT = `SELECT * FROM items INDEXED BY items_sent_before WHERE ${IS_LIKE_SENT} AND json_extract(state, '$.question.itemId') = ?`;

/** Columns that are written once, when the item is added. */
const LASTING = ['company_id', 'import_type', 'sha256', 'unread', 'bytes', 'name', 'name_key', 'replaces', 'found_at', 'parts'] as const;
/** Columns that are not part of an item; statements of their own change them later. */
const PLACE = ['written_at', 'found_in'] as const;
/** Columns that may change after the item was added. */
export const CHANGING = [
  'integration_id',
  'reference',
  'resubmission',
  'attempts',
  'left_at',
  'sent_elsewhere',
  'received_at',
  'state_since',
  'state',
  'kind',
  'due_at',
  'document_id',
  'asks',
  'comment',
  'folder_note',
  'own_number',
  'own_number_from',
  'folded',
  'given_by',
  'sent_by',
  'note_answered_at',
  'note_file',
  'media_type',
  'sent_name',
  'all_the_same_at',
  'conversion',
  'sent_before',
  'entries',
  'pair',
  'to_convert',
  'convert_at',
] as const;
export const NAMES = ['id', ...LASTING, ...PLACE, ...CHANGING] as const;

export type Changing = Readonly<Record<(typeof CHANGING)[number], SQLOutputValue>>;

/** Parses a row of `items`; throws on an invalid row, which is a bug or a damaged file. */
export function itemOf(row: Row): Item {
  return itemSchema.parse({
    id: row['id'],
    companyId: row['company_id'],
    // The column takes no null.
    importType: row['import_type'] === '' ? null : row['import_type'],
    sha256: row['sha256'],
    bytes: row['bytes'],
    mediaType: row['media_type'],
    name: row['name'],
    sentName: row['sent_name'],
    integrationId: row['integration_id'],
    reference: row['reference'],
    resubmission: row['resubmission'],
    attempts: row['attempts'],
    leftAt: row['left_at'],
    sentElsewhere: row['sent_elsewhere'] === 1,
    replaces: row['replaces'],
    ...(typeof row['comment'] === 'string' ? { comment: row['comment'] } : {}),
    ...(typeof row['folder_note'] === 'string' ? { folderNote: row['folder_note'] } : {}),
    ...(typeof row['own_number'] === 'string' ? { ownNumber: row['own_number'], ownNumberFrom: row['own_number_from'] } : {}),
    ...(typeof row['given_by'] === 'string' ? { givenBy: row['given_by'] } : {}),
    ...(typeof row['sent_by'] === 'string' ? { sentBy: row['sent_by'] === NOBODY ? null : row['sent_by'] } : {}),
    ...(typeof row['note_answered_at'] === 'number' ? { noteAnsweredAt: row['note_answered_at'] } : {}),
    ...(typeof row['note_file'] === 'string' ? { noteFile: JSON.parse(row['note_file']) } : {}),
    ...(typeof row['all_the_same_at'] === 'number' ? { allTheSameAt: row['all_the_same_at'] } : {}),
    ...(typeof row['conversion'] === 'string' ? { conversion: JSON.parse(row['conversion']) } : {}),
    ...(typeof row['sent_before'] === 'string' ? { sentBefore: JSON.parse(row['sent_before']) } : {}),
    ...(typeof row['entries'] === 'string' ? { entries: JSON.parse(row['entries']) } : {}),
    ...(typeof row['pair'] === 'string' ? { pair: JSON.parse(row['pair']) } : {}),
    ...(typeof row['to_convert'] === 'string' ? { toConvert: row['to_convert'] } : {}),
    ...(typeof row['parts'] === 'string' ? { parts: JSON.parse(row['parts']) } : {}),
    foundAt: row['found_at'],
    receivedAt: row['received_at'],
    state: JSON.parse(String(row['state'])),
    stateSince: row['state_since'],
  });
}

/** All columns of an item when it is added, except where it was found. */
export function columns(item: Item): Readonly<Record<string, SQLInputValue>> {
  return {
    id: item.id,
    ...changing(item),
    company_id: item.companyId,
    import_type: item.importType ?? '',
    sha256: item.sha256,
    bytes: item.bytes,
    name: item.name,
    name_key: nameKey(item.name),
    replaces: item.replaces,
    found_at: item.foundAt,
    parts: item.parts === undefined ? null : JSON.stringify(item.parts),
  };
}

/** The columns that may change after the item was added. */
export function changing(item: Item): Changing {
  const dueAt = item.state.kind === 'waiting' ? item.state.dueAt : null;
  return {
    integration_id: item.integrationId,
    reference: item.reference,
    resubmission: item.resubmission,
    attempts: item.attempts,
    left_at: item.leftAt,
    sent_elsewhere: item.sentElsewhere ? 1 : 0,
    received_at: item.receivedAt,
    state_since: item.stateSince,
    state: JSON.stringify(item.state),
    kind: item.state.kind,
    // What has to be converted first is not due to be sent.
    due_at: item.toConvert === undefined ? dueAt : null,
    document_id: documentOf(item.state),
    asks: asksOf(item.state),
    comment: item.comment ?? null,
    folder_note: item.folderNote ?? null,
    own_number: item.ownNumber ?? null,
    own_number_from: item.ownNumberFrom ?? null,
    folded: foldText(item.ownNumber === undefined ? item.name : `${item.name} ${item.ownNumber}`),
    given_by: item.givenBy ?? null,
    sent_by: item.sentBy === null ? NOBODY : (item.sentBy ?? null),
    note_answered_at: item.noteAnsweredAt ?? null,
    note_file: item.noteFile === undefined ? null : JSON.stringify(item.noteFile),
    media_type: item.mediaType,
    sent_name: item.sentName,
    all_the_same_at: item.allTheSameAt ?? null,
    conversion: item.conversion === undefined ? null : JSON.stringify(item.conversion),
    sent_before: item.sentBefore === undefined ? null : JSON.stringify(item.sentBefore),
    entries: item.entries === undefined ? null : JSON.stringify(item.entries),
    pair: item.pair === undefined ? null : JSON.stringify(item.pair),
    to_convert: item.toConvert ?? null,
    convert_at: item.toConvert === undefined ? null : dueAt,
  };
}

/** 0: nothing to ask; 1: needs a user; 2: the user has asked; 3: refused, and dealt with; 4 and 5: unproven, accepted or refused. */
function asksOf(state: ItemState): number {
  if (state.kind === 'refused') return isResolved({ state }) ? RESOLVED : 0;
  if (state.kind !== 'awaiting') return 0;
  if (state.unproven !== undefined) return UNPROVEN[state.unproven.kind];
  if (state.noAnswer === undefined) return 0;
  return state.noAnswer.askedAt === null ? ASKING : 2;
}

function documentOf(state: ItemState): string | null {
  return 'documentId' in state ? state.documentId : null;
}
