import { DOCUMENT_STATES, type DocumentStatus, documentStatusSchema, type Envelope, EVENT_TYPES } from '#shared/contract/events.ts';
import { documentIdSchema, integrationIdSchema, referenceSchema } from '#shared/contract/ids.ts';
import type { Chore, Happening } from '#shared/domain/advance.ts';
import type { ItemResult } from '#shared/domain/weigh-results.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import { z } from 'zod';
import { wallMsSchema } from '#shared/domain/wall-ms-schema.ts';
import { referencesBeside, resubmissionOf } from '#shared/domain/reference.ts';
import type { Base } from './base.ts';
import { documentOf, eventOwner, type Owner } from './event-owner.ts';
import type { ItemRows } from './item-rows.ts';
import type { SettledRows } from './settled-rows.ts';
import type { SubmissionRows } from './submission-rows.ts';

/** What a stored event can be matched by. `result` is null for a state that this version does not know (decision 31). */
export type Status = {
  readonly n: number;
  readonly documentId: string;
  readonly reference: string | null;
  readonly result: ItemResult | null;
  /** The word of a state that this version does not know; null of all others. */
  readonly word: string | null;
};

export type EventMatch = {
  /** Finds the item of an event and lets its result happen; null while there is none. */
  match(status: Status, now: WallMs): { readonly itemId: ItemId; readonly chores: readonly Chore[] } | null;
  /** Lets the stored results happen that came before the answer that names their document (decision 22). */
  rematch(item: Item, now: WallMs): { readonly item: Item; readonly chores: readonly Chore[] };
};

type MatchBy = { readonly items: ItemRows; readonly submissions: SubmissionRows; readonly settled: SettledRows };

type Matched = { readonly item: Item; readonly chores: readonly Chore[] };

/**
 * A result belongs to the item with its documentId, else to the one that was sent with its reference. One that was sent
 * again has several of both, and only those of its current number change its state.
 */
export function eventMatch(base: Base, { items, submissions, settled }: MatchBy): EventMatch {
  const statements = prepared(base.database);
  const ownerOf = eventOwner(base, { items, submissions });
  const happen = ({ item, sending }: Owner, status: Status, now: WallMs): Matched => {
    const { result } = status;
    if (result === null && staysOpen(item, sending)) return { item, chores: [] };
    statements.settle.run(item.id, status.n);
    if (result === null && sending === 'current') return items.apply(item, unknownWord(status), now);
    if (sending === 'earlier' && result !== null) submissions.lateResult(item.id, result);
    if (sending === 'earlier' || result === null) return { item, chores: [] };
    const current = sending === 'later' ? sentElsewhere(item, status, now) : item;
    return settled.answered(current, items.apply(current, { kind: 'result', result }, now), now);
  };
  /** Another computer, or an earlier installation, sent it again: this one goes along. */
  const sentElsewhere = (item: Item, { reference }: Status, at: WallMs): Item => {
    const number = reference === null ? null : resubmissionOf(reference);
    if (reference === null || number === null) return item;
    statements.adopt.run(reference, number, at, item.id, referencesBeside(reference).first, reference);
    const { item: anew } = submissions.sendAgain(item, { resubmission: number, elsewhere: true, at });
    const integrationId = integrationIdSchema.parse(statements.integrationOf.get(reference)?.['integration_id']);
    const adopted = { ...anew, reference: referenceSchema.parse(reference), integrationId };
    items.save(adopted);
    return adopted;
  };
  const rematch = (item: Item, now: WallMs): Matched => {
    let current = item;
    const chores: Chore[] = [];
    for (const row of statements.open.all(documentOf(item), item.id)) {
      const status = statusSchema.parse(row);
      const owner = ownerOf(status);
      if (owner === null || owner.item.id !== item.id) continue;
      const advanced = happen(owner, status, now);
      current = advanced.item;
      chores.push(...advanced.chores);
    }
    return { item: current, chores };
  };
  return {
    rematch,
    match: (status, now) => {
      const owner = ownerOf(status);
      if (owner === null) return null;
      const first = happen(owner, status, now);
      // What was sent again after this refusal may have been answered before it was read.
      const more = first.item.state.kind === 'refused' ? rematch(first.item, now) : { chores: [] };
      return { itemId: owner.item.id, chores: [...first.chores, ...more.chores] };
    },
  };
}

function prepared(database: Base['database']) {
  return {
    integrationOf: database.prepare('SELECT integration_id FROM intents WHERE reference = ?'),
    adopt: database.prepare(`INSERT INTO intents (reference, item_id, integration_id, at, resubmission)
      SELECT ?1, item_id, integration_id, ?3, ?2 FROM intents WHERE item_id = ?4 AND reference BETWEEN ?5 AND ?6
      ORDER BY reference DESC LIMIT 1 ON CONFLICT DO NOTHING`),
    settle: database.prepare('UPDATE events SET item_id = ? WHERE n = ?'),
    // By document, by a reference that left, and by a higher number of one that left: in the order of the numbers, then as they came.
    open: database.prepare(`SELECT n, document_id, reference, result, word FROM events WHERE item_id IS NULL AND document_id = ?
      UNION SELECT e.n, e.document_id, e.reference, e.result, e.word FROM intents i JOIN events e
        ON e.reference >= i.reference AND e.reference <= substr(i.reference, 1, length(i.reference) - 2) || '99'
        WHERE i.item_id = ? AND e.item_id IS NULL ORDER BY 3, 1`),
  };
}

/** What a verified envelope says about a document; null when it is about something else, or not as the contract has it. */
export function statusOf(envelope: Envelope, receivedAt: WallMs): Omit<Status, 'n'> | null {
  if (envelope.type !== EVENT_TYPES.documentStatus) return null;
  const data = documentStatusSchema.safeParse(envelope.data);
  if (!data.success) return null;
  return {
    documentId: data.data.documentId,
    reference: data.data.externalReference ?? null,
    ...resultOf(data.data, eventTime(envelope, receivedAt)),
  };
}

/** The event's own time. Without an offset it is taken as UTC, on every computer alike; one that is no time is when the relay received it. */
export function eventTime(envelope: Envelope, receivedAt: WallMs): WallMs {
  const zoned = /(Z|[+-]\d\d:?\d\d)$/i.test(envelope.time) ? envelope.time : `${envelope.time}Z`;
  const at = Date.parse(zoned);
  return Number.isNaN(at) ? receivedAt : wallMs(at);
}

/** Foreign text that is shown: no accountant's word is longer. */
const WORD_CHARACTERS_MAX = 100;

function resultOf(status: DocumentStatus, at: WallMs): Pick<Status, 'result' | 'word'> {
  const { documentId } = status;
  if (status.documentState === DOCUMENT_STATES.accepted) return { result: { kind: 'accepted', documentId, at, reason: null }, word: null };
  if (status.documentState !== DOCUMENT_STATES.refused) return { result: null, word: status.documentState.slice(0, WORD_CHARACTERS_MAX) };
  return { result: { kind: 'refused', documentId, at, reason: status.rejectionReason ?? null }, word: null };
}

/** An unknown word about what is still on its way is told when that was received. */
function staysOpen({ state }: Item, sending: Owner['sending']): boolean {
  return sending !== 'earlier' && (state.kind === 'waiting' || state.kind === 'uploading' || state.kind === 'held');
}

function unknownWord({ word }: Status): Happening {
  return { kind: 'no-answer', because: { kind: 'unknown-result', word: word ?? '' } };
}

const resultSchema = z.object({
  kind: z.enum(['accepted', 'refused']),
  documentId: documentIdSchema,
  at: wallMsSchema,
  reason: z.string().nullable(),
});

const statusSchema = z
  .object({
    n: z.number(),
    document_id: z.string(),
    reference: z.string().nullable(),
    result: z.string().nullable(),
    word: z.string().nullable(),
  })
  .transform((row) => ({
    n: row.n,
    documentId: row.document_id,
    reference: row.reference,
    result: row.result === null ? null : resultSchema.parse(JSON.parse(row.result)),
    word: row.word,
  }));
