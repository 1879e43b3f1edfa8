import type { Kysely } from 'kysely';
import type { RetentionLimits } from './store.ts';
import type { Tables } from './tables.ts';

/**
 * Deletes the ids of events whose bodies are gone and which the service has long stopped repeating; returns how many. An id that came with two
 * bodies is kept as long as the second body.
 */
export async function dropIds(tables: Kysely<Tables>, { idsBefore, rowsMax }: RetentionLimits): Promise<number> {
  const due = tables
    .selectFrom('events')
    .select('event_id')
    .where('retired_at', 'is not', null)
    .where('received_at', '<', idsBefore)
    .where((row) =>
      row.not(row.exists(row.selectFrom('conflicts').select('body_digest').whereRef('conflicts.event_id', '=', 'events.event_id'))),
    )
    .limit(rowsMax);
  const gone = await tables.deleteFrom('events').where('event_id', 'in', due).returning('event_id').execute();
  return gone.length;
}
