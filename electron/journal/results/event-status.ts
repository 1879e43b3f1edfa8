import { DOCUMENT_STATES, type DocumentStatus, documentStatusSchema, type Envelope, EVENT_TYPES } from '#shared/contract/events.ts';
import { type DocumentId, documentIdSchema, type IntegrationId, integrationIdSchema } from '#shared/contract/ids.ts';
import { METADATA_BYTES_MAX } from '#shared/contract/limits.ts';
import { utf8 } from '#shared/lib/bytes.ts';
import { wallMsSchema } from '#shared/domain/wall-ms-schema.ts';
import type { ItemResult } from '#shared/domain/results/weigh-results.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import { z } from 'zod';
import { itemIdSchema } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { numbered, partsOfReference } from '#shared/domain/item/reference.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { JournalContext, Row } from '../sqlite/journal-context.ts';
import type { ItemRows } from '../items/item-rows.ts';
import type { ReferenceStemRows } from './reference-stem-rows.ts';
import type { SentAs, SubmissionRows } from '../items/submission-rows.ts';

/** What a stored event can be matched by. `result` is null for a state that this version does not know (C31). */
export type StatedResult = {
  readonly n: number;
  /** The integration in whose log it is. */
  readonly integrationId: IntegrationId;
  readonly documentId: DocumentId;
  readonly reference: string | null;
  readonly result: ItemResult | null;
  /** The name of a state that this version does not know; null for all others. */
  readonly word: string | null;
  /** As JSON: what it says that a document of entries was sent with. Null if it says nothing, or more than anybody may send (C20). */
  readonly metadata: string | null;
};

/** What a verified envelope says about a document; null if it is about something else, or does not conform to the contract. */
export function statusOf(envelope: Envelope, receivedAt: WallMs): Omit<StatedResult, 'n' | 'integrationId'> | null {
  if (envelope.type !== EVENT_TYPES.documentStatus) return null;
  const data = documentStatusSchema.safeParse(envelope.data);
  if (!data.success) return null;
  return {
    documentId: data.data.documentId,
    reference: data.data.externalReference ?? null,
    metadata: metadataIn(data.data),
    ...resultOf(data.data, eventTime(envelope, receivedAt)),
  };
}

function metadataIn({ metadata }: DocumentStatus): string | null {
  const text = metadata === undefined || metadata === null ? null : JSON.stringify(metadata);
  return text === null || utf8(text).byteLength > METADATA_BYTES_MAX ? null : text;
}

/** The event's own time, or the relay's time of receipt if the event has none. */
function eventTime(envelope: Envelope, receivedAt: WallMs): WallMs {
  return statedTime(envelope) ?? receivedAt;
}

/** Null if it is not a time. */
export function statedTime({ time }: Envelope): WallMs | null {
  return timeOf(time);
}

/** A time without an offset is read as UTC, so that all computers agree; null if it is not a time. */
function timeOf(text: string): WallMs | null {
  const zoned = /(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`;
  const at = Date.parse(zoned);
  return Number.isNaN(at) ? null : wallMs(at);
}

/** The service's own date of a refusal (C50). Its day alone does not say when, so the event's time is the better date. */
function rejectedAtOf({ rejectedDatetime }: DocumentStatus): Pick<ItemResult, 'rejectedAt'> {
  const text = rejectedDatetime?.trim() ?? '';
  const at = /^\d{4}-\d\d-\d\d[T ]\d/i.test(text) ? timeOf(text) : null;
  return at === null ? {} : { rejectedAt: at };
}

/** This is foreign text that is shown; no meaningful state name is longer. */
const WORD_CHARACTERS_MAX = 100;

function resultOf(status: DocumentStatus, at: WallMs): Pick<StatedResult, 'result' | 'word'> {
  const { documentId } = status;
  if (status.documentState === DOCUMENT_STATES.accepted) return { result: { kind: 'accepted', documentId, at, reason: null }, word: null };
  if (status.documentState !== DOCUMENT_STATES.refused) return { result: null, word: status.documentState.slice(0, WORD_CHARACTERS_MAX) };
  return { result: { kind: 'refused', documentId, at, ...rejectedAtOf(status), reason: status.rejectionReason ?? null }, word: null };
}

const resultSchema = z.object({
  kind: z.enum(['accepted', 'refused']),
  documentId: documentIdSchema,
  at: wallMsSchema,
  rejectedAt: wallMsSchema.optional(),
  reason: z.string().nullable(),
});

/** A row of `events` whose document is known. */
export const statusSchema = z
  .object({
    n: z.number(),
    integration_id: integrationIdSchema,
    document_id: documentIdSchema,
    reference: z.string().nullable(),
    result: z.string().nullable(),
    word: z.string().nullable(),
    metadata: z.string().nullish(),
  })
  .transform((row) => ({
    n: row.n,
    integrationId: row.integration_id,
    documentId: row.document_id,
    reference: row.reference,
    result: row.result === null ? null : resultSchema.parse(JSON.parse(row.result)),
    word: row.word,
    metadata: row.metadata ?? null,
  }));

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
