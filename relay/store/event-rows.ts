import { type Kysely, sql, type Transaction } from 'kysely';
import type { EventId, IntegrationId } from '#shared/contract/ids.ts';
import type { Appended, NewEvent, PageRequest, Store, StoredPage } from './store.ts';
import type { Tables } from './tables.ts';

/** Base64 makes four characters of three bytes, and the members' names and ids around them take under 200. */
const BASE64 = 4 / 3;
const ROW_BYTES = 200;

export function eventRows(tables: Kysely<Tables>, epoch: string): Pick<Store, 'append' | 'page' | 'acknowledge' | 'claim'> {
  return {
    append: (events) =>
      tables.transaction().execute(async (rows) => {
        const appended: Appended[] = [];
        for (const event of events) appended.push(await appendOne(rows, event));
        return appended;
      }),

    async page({ deviceId, integrationId }, request) {
      if (!(await isLinked(tables, deviceId, integrationId))) return null;
      return pageOf(tables, integrationId, request);
    },

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

    claim: ({ deviceId, integrationId }, documentIds) =>
      tables.transaction().execute(async (rows) => {
        if (!(await isLinked(rows, deviceId, integrationId))) return null;
        const apart = await rows
          .selectFrom('events')
          .select('event_id')
          .where('integration_id', 'is', null)
          .where('document_id', 'in', [...documentIds])
          .orderBy('received_at')
          .orderBy('event_id')
          .execute();
        for (const event of apart) await place(rows, event.event_id, integrationId);
        return apart.length;
      }),
  };
}

async function appendOne(rows: Transaction<Tables>, event: NewEvent): Promise<Appended> {
  // The row first and its place after: raising the counter for a repetition would leave a gap.
  const inserted = await rows
    .insertInto('events')
    .values({
      event_id: event.eventId,
      integration_id: null,
      seq: null,
      document_id: event.documentId,
      type: event.type,
      received_at: event.receivedAt,
      jwt: event.jwt,
      body: event.body,
      body_digest: event.bodyDigest,
    })
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .returning('event_id')
    .executeTakeFirst();
  if (inserted === undefined) return repetition(rows, event);
  if (event.integrationId === null) return { kind: 'apart' };
  return { kind: 'stored', integrationId: event.integrationId, ...(await place(rows, event.eventId, event.integrationId)) };
}

async function repetition(rows: Transaction<Tables>, event: NewEvent): Promise<Appended> {
  const first = await rows.selectFrom('events').select('body_digest').where('event_id', '=', event.eventId).executeTakeFirst();
  if (first?.body_digest === event.bodyDigest) return { kind: 'duplicate' };
  await rows
    .insertInto('conflicts')
    .values({
      event_id: event.eventId,
      body_digest: event.bodyDigest,
      received_at: event.receivedAt,
      jwt: event.jwt,
      body: event.body,
    })
    .onConflict((conflict) => conflict.columns(['event_id', 'body_digest']).doNothing())
    .execute();
  return { kind: 'conflict' };
}

/** Raises the integration's counter and gives the event that place, in the caller's transaction. */
async function place(rows: Transaction<Tables>, eventId: string, integrationId: IntegrationId): Promise<{ seq: number; known: boolean }> {
  const counter = await rows
    .insertInto('integrations')
    .values({ integration_id: integrationId, seq: 1, proven_at: null })
    .onConflict((conflict) => conflict.column('integration_id').doUpdateSet((row) => ({ seq: row('integrations.seq', '+', 1) })))
    .returning(['seq', 'proven_at'])
    .executeTakeFirstOrThrow();
  await rows.updateTable('events').set({ integration_id: integrationId, seq: counter.seq }).where('event_id', '=', eventId).execute();
  return { seq: counter.seq, known: counter.proven_at !== null };
}

async function pageOf(tables: Kysely<Tables>, integrationId: string, request: PageRequest): Promise<StoredPage> {
  // Sizes first: five hundred of the largest events would be a hundred megabytes in memory.
  const sizes = await tables
    .selectFrom('events')
    .select(['seq', sql<number>`length(body)`.as('body_bytes'), sql<number>`length(jwt)`.as('jwt_bytes')])
    .where('integration_id', '=', integrationId)
    .where('seq', '>', request.after)
    .orderBy('seq')
    .limit(request.rowsMax + 1)
    .execute();
  let bytes = 0;
  let last: number | null = null;
  let count = 0;
  for (const { seq, body_bytes: body, jwt_bytes: jwt } of sizes) {
    bytes += body * BASE64 + jwt + ROW_BYTES;
    if (count === request.rowsMax || (count > 0 && bytes > request.bytesMax)) break;
    last = seq;
    count += 1;
  }
  if (last === null) return { events: [], more: false };
  const rows = await tables
    .selectFrom('events')
    .select(['seq', 'event_id', 'received_at', 'jwt', 'body'])
    .where('integration_id', '=', integrationId)
    .where('seq', '>', request.after)
    .where('seq', '<=', last)
    .orderBy('seq')
    .execute();
  const events = rows.map((row) => ({
    seq: row.seq ?? 0,
    eventId: row.event_id as EventId,
    receivedAt: row.received_at,
    jwt: row.jwt,
    body: row.body,
  }));
  return { events, more: sizes.length > count };
}

async function isLinked(tables: Kysely<Tables>, deviceId: string, integrationId: string): Promise<boolean> {
  const link = await tables
    .selectFrom('links')
    .select('device_id')
    .where('device_id', '=', deviceId)
    .where('integration_id', '=', integrationId)
    .executeTakeFirst();
  return link !== undefined;
}
