import { type Kysely, sql } from 'kysely';
import type { Seal } from './seal.ts';
import type { PageRequest, Store, StoredPage } from './store.ts';
import { bytesOf, EVENT_COLUMNS, storedEvent } from './stored-event.ts';
import type { Tables } from './tables.ts';

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

export async function isLinked(tables: Kysely<Tables>, deviceId: string, integrationId: string): Promise<boolean> {
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
