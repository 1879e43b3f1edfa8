import { DOCUMENT_STATES, type DocumentStatus, documentStatusSchema, type Envelope, EVENT_TYPES } from '#shared/contract/events.ts';
import { documentIdSchema } from '#shared/contract/ids.ts';
import type { Chore, ItemResult } from '#shared/domain/advance.ts';
import { itemIdSchema, type ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import { z } from 'zod';
import { wallMsSchema } from '#shared/domain/wall-ms-schema.ts';
import type { Base } from './base.ts';
import type { ItemRows } from './item-rows.ts';

/** What a stored event can be matched by. `result` is null for a state that this version does not know (decision 31). */
export type Status = {
  readonly n: number;
  readonly documentId: string;
  readonly reference: string | null;
  readonly result: ItemResult | null;
};

export type EventMatch = {
  /** Finds the item of an event and lets its result happen; null while there is none. */
  match(status: Status, now: WallMs): { readonly itemId: ItemId; readonly chores: readonly Chore[] } | null;
  /** Lets the stored results happen that came before the answer that names their document (decision 22). */
  rematch(item: Item, now: WallMs): { readonly item: Item; readonly chores: readonly Chore[] };
};

/** A result belongs to the item with its documentId, else to the one that was sent with its reference. */
export function eventMatch(base: Base, items: ItemRows): EventMatch {
  const { database } = base;
  const byDocument = database.prepare('SELECT id FROM items WHERE document_id = ?');
  const byReference = database.prepare('SELECT item_id AS id FROM intents WHERE reference = ?');
  const settle = database.prepare('UPDATE events SET item_id = ? WHERE n = ?');
  const open = database.prepare(`SELECT n, document_id, reference, result FROM events WHERE item_id IS NULL AND document_id = ?
    UNION SELECT e.n, e.document_id, e.reference, e.result FROM intents i JOIN events e ON e.reference = i.reference
      WHERE i.item_id = ? AND e.item_id IS NULL ORDER BY 1`);
  const happen = (item: Item, status: Status, now: WallMs) => {
    settle.run(item.id, status.n);
    return status.result === null ? { item, chores: [] } : items.apply(item, { kind: 'result', result: status.result }, now);
  };
  return {
    match: (status, now) => {
      const row = byDocument.get(status.documentId) ?? (status.reference === null ? undefined : byReference.get(status.reference));
      const item = row === undefined ? null : items.get(itemIdSchema.parse(row['id']));
      if (item === null || !fits(item, status)) return null;
      return { itemId: item.id, chores: happen(item, status, now).chores };
    },
    rematch: (item, now) => {
      let current = item;
      const chores: Chore[] = [];
      for (const row of open.all(documentOf(item), item.id)) {
        const status = statusSchema.parse(row);
        if (!fits(current, status)) continue;
        const advanced = happen(current, status, now);
        current = advanced.item;
        chores.push(...advanced.chores);
      }
      return { item: current, chores };
    },
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
    result: resultOf(data.data, eventTime(envelope, receivedAt)),
  };
}

/** The event's own time. Without an offset it is taken as UTC, on every computer alike; one that is no time is when the relay received it. */
export function eventTime(envelope: Envelope, receivedAt: WallMs): WallMs {
  const zoned = /(Z|[+-]\d\d:?\d\d)$/i.test(envelope.time) ? envelope.time : `${envelope.time}Z`;
  const at = Date.parse(zoned);
  return Number.isNaN(at) ? receivedAt : wallMs(at);
}

function resultOf(status: DocumentStatus, at: WallMs): ItemResult | null {
  const { documentId } = status;
  if (status.documentState === DOCUMENT_STATES.accepted) return { kind: 'accepted', documentId, at, reason: null };
  if (status.documentState !== DOCUMENT_STATES.refused) return null;
  return { kind: 'refused', documentId, at, reason: status.rejectionReason ?? null };
}

/** One item can have had several documents ("Send again"): a result of an older one is not the result of the current one. */
function fits(item: Item, status: Status): boolean {
  const documentId = documentOf(item);
  return documentId === null || documentId === status.documentId;
}

function documentOf(item: Item): string | null {
  return 'documentId' in item.state ? item.state.documentId : null;
}

const resultSchema = z.object({
  kind: z.enum(['accepted', 'refused']),
  documentId: documentIdSchema,
  at: wallMsSchema,
  reason: z.string().nullable(),
});

const statusSchema = z
  .object({ n: z.number(), document_id: z.string(), reference: z.string().nullable(), result: z.string().nullable() })
  .transform((row) => ({
    n: row.n,
    documentId: row.document_id,
    reference: row.reference,
    result: row.result === null ? null : resultSchema.parse(JSON.parse(row.result)),
  }));
