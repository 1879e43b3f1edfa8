import type { Selectable } from 'kysely';
import type { EventId } from '#shared/contract/ids.ts';
import type { Seal } from './seal.ts';
import type { StoredEvent } from './store.ts';
import type { Tables } from './tables.ts';

/** Base64 turns three bytes into four characters; the names of the members and the ids around them take under 200. */
const BASE64 = 4 / 3;
const ROW_BYTES = 200;

/** The columns that a device reads of an event. */
export const EVENT_COLUMNS = ['seq', 'event_id', 'received_at', 'jwt', 'body', 'body_key'] as const;

type EventRow = Pick<Selectable<Tables['events']>, (typeof EVENT_COLUMNS)[number]>;

/** The event as a device reads it, with its body opened. */
export function storedEvent(row: EventRow, seal: Seal, integrationId: string): StoredEvent {
  return {
    seq: row.seq ?? 0,
    eventId: row.event_id as EventId,
    receivedAt: row.received_at,
    jwt: row.jwt,
    body: seal.open({ body: row.body, key: row.body_key }, { eventId: row.event_id, integrationId }),
  };
}

/** The size of one event in a page. */
export function bytesOf({ body_bytes: body, jwt_bytes: jwt }: { readonly body_bytes: number; readonly jwt_bytes: number }): number {
  return body * BASE64 + jwt + ROW_BYTES;
}
