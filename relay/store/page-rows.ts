import { type Kysely, sql } from 'kysely';
import type { EventId } from '#shared/contract/ids.ts';
import type { Seal } from './seal.ts';
import type { PageRequest, Store, StoredPage } from './store.ts';
import type { Tables } from './tables.ts';

/** Base64 makes four characters of three bytes, and the members' names and ids around them take under 200. */
const BASE64 = 4 / 3;
const ROW_BYTES = 200;

/** The log read in pages; events whose bodies were retired are left out. */
export function pageRows(tables: Kysely<Tables>, seal: Seal): Pick<Store, 'page'> {
  return {
    async page({ deviceId, integrationId }, request) {
      if (!(await isLinked(tables, deviceId, integrationId))) return null;
      const { last, more } = await extentOf(tables, integrationId, request);
      if (last === null) return { events: [], more: false };
      return { events: await eventsOf(tables, seal, { integrationId, after: request.after, last }), more };
    },
  };
}

/** Of one event in a page. */
export function bytesOf({ body_bytes: body, jwt_bytes: jwt }: { readonly body_bytes: number; readonly jwt_bytes: number }): number {
  return body * BASE64 + jwt + ROW_BYTES;
}

export async function isLinked(tables: Kysely<Tables>, deviceId: string, integrationId: string): Promise<boolean> {
  const link = await tables
    .selectFrom('links')
    .select('device_id')
    .where('device_id', '=', deviceId)
    .where('integration_id', '=', integrationId)
    .executeTakeFirst();
  return link !== undefined;
}

type Extent = { readonly last: number | null; readonly more: boolean };

/** How far the page goes. Sizes first: five hundred of the largest events would be a hundred megabytes in memory. */
async function extentOf(tables: Kysely<Tables>, integrationId: string, request: PageRequest): Promise<Extent> {
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

async function eventsOf(tables: Kysely<Tables>, seal: Seal, { integrationId, after, last }: Range): Promise<StoredPage['events']> {
  const rows = await tables
    .selectFrom('events')
    .select(['seq', 'event_id', 'received_at', 'jwt', 'body', 'body_key'])
    .where('integration_id', '=', integrationId)
    .where('seq', '>', after)
    .where('seq', '<=', last)
    .where('retired_at', 'is', null)
    .orderBy('seq')
    .execute();
  return rows.map((row) => ({
    seq: row.seq ?? 0,
    eventId: row.event_id as EventId,
    receivedAt: row.received_at,
    jwt: row.jwt,
    body: seal.open({ body: row.body, key: row.body_key }, { eventId: row.event_id, integrationId }),
  }));
}
