import { type Kysely, sql } from 'kysely';
import type { Seal } from './seal.ts';
import type { AnswersQuery, Store } from './store.ts';
import { bytesOf, EVENT_COLUMNS, storedEvent } from './stored-event.ts';
import type { Tables } from './tables.ts';

/** What is kept about documents of an integration that no secret proves any more. */
export function answerRows(tables: Kysely<Tables>, seal: Seal): Pick<Store, 'answers'> {
  return {
    async answers(of) {
      if (!(await isProvedByNobody(tables, of.integrationId))) return [];
      const places = await readPlaces(tables, of);
      if (places.length === 0) return [];
      const rows = await tables
        .selectFrom('events')
        .select(EVENT_COLUMNS)
        .where('integration_id', '=', of.integrationId)
        .where('seq', 'in', [...places])
        .where('retired_at', 'is', null)
        .orderBy('seq')
        .execute();
      return rows.map((row) => storedEvent(row, seal, of.integrationId));
    },
  };
}

/** The newest proof is older than the newest Revocation, or there was none; and no device has had the integration deleted. */
async function isProvedByNobody(tables: Kysely<Tables>, integrationId: string): Promise<boolean> {
  const known = await tables
    .selectFrom('integrations')
    .select(['proven_at', 'revoked_at', 'delete_at'])
    .where('integration_id', '=', integrationId)
    .executeTakeFirst();
  if (known === undefined || known.delete_at !== null) return false;
  return known.proven_at === null || (known.revoked_at !== null && known.proven_at <= known.revoked_at);
}

/** The places of as many events as one answer holds. Sizes are read first, as for a page. */
async function readPlaces(
  tables: Kysely<Tables>,
  { integrationId, documentIds, rowsMax, bytesMax }: AnswersQuery,
): Promise<readonly number[]> {
  const sizes = await tables
    .selectFrom('events')
    .select(['seq', sql<number>`length(body)`.as('body_bytes'), sql<number>`length(jwt)`.as('jwt_bytes')])
    .where('integration_id', '=', integrationId)
    .where('document_id', 'in', [...documentIds])
    .where('retired_at', 'is', null)
    .orderBy('seq')
    .limit(rowsMax)
    .execute();
  const places: number[] = [];
  let bytes = 0;
  for (const row of sizes) {
    bytes += bytesOf(row);
    if (row.seq === null || (places.length > 0 && bytes > bytesMax)) break;
    places.push(row.seq);
  }
  return places;
}
