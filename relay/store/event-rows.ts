import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { DocumentId, EventId, IntegrationId } from '#shared/contract/ids.ts';
import type { Seal } from './seal.ts';
import type { PageRequest, Store, StoredEvent, StoredPage } from './store.ts';
import type { Tables } from './tables.ts';

/** What is done to the log apart from appending, which each engine does in its own way. */
export function eventRows(tables: Kysely<Tables>, epoch: string, seal: Seal): Pick<Store, 'acknowledge' | 'claim'> {
  return {
    acknowledge: (cursor) =>
      tables.transaction().execute(async (rows) => {
        if (!(await isLinked(rows, cursor.deviceId, cursor.integrationId))) return 'not-linked';
        if (cursor.epoch !== epoch) return 'other-epoch';
        const head = await rows
          .selectFrom('integrations')
          .select('seq')
          .where('integration_id', '=', cursor.integrationId)
          .executeTakeFirst();
        if (cursor.seq > (head?.seq ?? 0)) return 'ahead';
        await rows
          .updateTable('links')
          .set({ cursor_seq: cursor.seq })
          .where('device_id', '=', cursor.deviceId)
          .where('integration_id', '=', cursor.integrationId)
          .where('cursor_seq', '<', cursor.seq)
          .execute();
        return 'done';
      }),

    claim: (link, documentIds) => tables.transaction().execute((rows) => claim(rows, seal, { ...link, documentIds })),
  };
}

type Claim = { readonly deviceId: string; readonly integrationId: IntegrationId; readonly documentIds: readonly DocumentId[] };

async function claim(rows: Transaction<Tables>, seal: Seal, { deviceId, integrationId, documentIds }: Claim): Promise<number | null> {
  if (!(await isLinked(rows, deviceId, integrationId))) return null;
  // Locks the counter before the look: of two concurrent claims for the same documents, the second finds them taken.
  const before = await raised(rows, integrationId, 0);
  const apart = await rows
    .selectFrom('events')
    .select(['event_id', 'body', 'body_key'])
    .where('integration_id', 'is', null)
    .where('retired_at', 'is', null)
    .where('document_id', 'in', [...documentIds])
    .orderBy('received_at')
    .orderBy('event_id')
    .execute();
  let claimed = 0;
  for (const { event_id: eventId, body, body_key: key } of apart) {
    // A seal is bound to the integration, which the event gets only now.
    const sealed = seal.seal(seal.open({ body, key }, { eventId, integrationId: null }), { eventId, integrationId });
    const taken = await rows
      .updateTable('events')
      .set({ integration_id: integrationId, seq: before + claimed + 1, body: sealed.body, body_key: sealed.key })
      .where('event_id', '=', eventId)
      .where('integration_id', 'is', null)
      .returning('event_id')
      .executeTakeFirst();
    if (taken !== undefined) claimed += 1;
  }
  if (claimed > 0) await raised(rows, integrationId, claimed);
  return claimed;
}

async function raised(rows: Transaction<Tables>, integrationId: IntegrationId, by: number): Promise<number> {
  const { seq } = await rows
    .updateTable('integrations')
    .set((row) => ({ seq: row('seq', '+', by) }))
    .where('integration_id', '=', integrationId)
    .returning('seq')
    .executeTakeFirstOrThrow();
  return seq;
}

/** The log, read in pages. Events whose bodies were retired are left out. */
export function pageRows(tables: Kysely<Tables>, seal: Seal): Pick<Store, 'page'> {
  return {
    async page({ deviceId, integrationId }, request) {
      if (!(await isLinked(tables, deviceId, integrationId))) return null;
      const { last, more } = await readExtent(tables, integrationId, request);
      if (last === null) return { events: [], more: false };
      return { events: await readEvents(tables, seal, { integrationId, after: request.after, last }), more };
    },
  };
}

async function isLinked(tables: Kysely<Tables>, deviceId: string, integrationId: string): Promise<boolean> {
  const link = await tables
    .selectFrom('links')
    .select('device_id')
    .where('device_id', '=', deviceId)
    .where('integration_id', '=', integrationId)
    .where('lapsed_at', 'is', null)
    .executeTakeFirst();
  return link !== undefined;
}

type Extent = { readonly last: number | null; readonly more: boolean };

/** How far the page goes. Sizes are read first: five hundred of the largest events would be a hundred megabytes in memory. */
async function readExtent(tables: Kysely<Tables>, integrationId: string, request: PageRequest): Promise<Extent> {
  const sizes = await tables
    .selectFrom('events')
    .select(['seq', sql<number>`length(body)`.as('body_bytes'), sql<number>`length(jwt)`.as('jwt_bytes')])
    .where('integration_id', '=', integrationId)
    .where('seq', '>', request.after)
    .where('retired_at', 'is', null)
    .orderBy('seq')
    .limit(request.rowsMax + 1)
    .execute();
  let bytes = 0;
  let last: number | null = null;
  let count = 0;
  for (const row of sizes) {
    bytes += bytesOf(row);
    if (count === request.rowsMax || (count > 0 && bytes > request.bytesMax)) break;
    last = row.seq;
    count += 1;
  }
  return { last, more: sizes.length > count };
}

type Range = { readonly integrationId: string; readonly after: number; readonly last: number };

async function readEvents(tables: Kysely<Tables>, seal: Seal, { integrationId, after, last }: Range): Promise<StoredPage['events']> {
  const rows = await tables
    .selectFrom('events')
    .select(EVENT_COLUMNS)
    .where('integration_id', '=', integrationId)
    .where('seq', '>', after)
    .where('seq', '<=', last)
    .where('retired_at', 'is', null)
    .orderBy('seq')
    .execute();
  return rows.map((row) => storedEvent(row, seal, integrationId));
}

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
