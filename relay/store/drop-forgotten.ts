import type { Kysely, Transaction } from 'kysely';
import { type IntegrationId, integrationIdSchema } from '#shared/contract/ids.ts';
import type { RetentionLimits } from './store.ts';
import type { Tables } from './tables.ts';

/** `forgotten`: integrations of which nothing is left. `more`: there may be another step to do. */
export type DroppedForgotten = { readonly deleted: number; readonly forgotten: readonly IntegrationId[]; readonly more: boolean };

const NOTHING: DroppedForgotten = { deleted: 0, forgotten: [], more: false };

/**
 * Deletes what is kept about one integration that a device had deleted, once that is due: a bounded number of rows, in a transaction of its
 * own. A proof of the integration at the same moment comes either before the step or after it, since both change the integration's row first.
 */
export async function dropForgotten(tables: Kysely<Tables>, { now, rowsMax }: RetentionLimits): Promise<DroppedForgotten> {
  const due = await tables
    .selectFrom('integrations')
    .select('integration_id')
    .where('delete_at', '<=', now)
    .orderBy('delete_at')
    .limit(1)
    .executeTakeFirst();
  if (due === undefined) return NOTHING;
  const integrationId = integrationIdSchema.parse(due.integration_id);
  const dropped = await tables.transaction().execute((rows) => drop(rows, { integrationId, now, rowsMax }));
  return { ...dropped, more: true };
}

type Drop = { readonly integrationId: IntegrationId; readonly now: number; readonly rowsMax: number };
type Dropped = Omit<DroppedForgotten, 'more'>;

async function drop(rows: Transaction<Tables>, of: Drop): Promise<Dropped> {
  const { integrationId, rowsMax } = of;
  if (!(await isStillDue(rows, of))) return NOTHING;
  // A node of an older version accepted a proof, and knows nothing of `delete_at`.
  if (await isRead(rows, integrationId)) {
    await rows.updateTable('integrations').set({ delete_at: null }).where('integration_id', '=', integrationId).execute();
    return NOTHING;
  }
  const deleted = await dropEvents(rows, of);
  if (deleted >= rowsMax) return { deleted, forgotten: [] };
  const ended = [await dropRows(rows, 'proofs', of), await dropRows(rows, 'links', of)];
  if (ended.some((count) => count >= rowsMax)) return { deleted, forgotten: [] };
  await rows
    .updateTable('integrations')
    .set({ delete_at: null, proven_at: null, revoked_at: null, revoked_seen_at: null })
    .where('integration_id', '=', integrationId)
    .execute();
  return { deleted, forgotten: [integrationId] };
}

/** Changes nothing, but locks the row: either a proof waits for this transaction, or this one has waited and finds it no longer due. */
async function isStillDue(rows: Transaction<Tables>, { integrationId, now }: Drop): Promise<boolean> {
  const due = await rows
    .updateTable('integrations')
    .set((row) => ({ delete_at: row.ref('delete_at') }))
    .where('integration_id', '=', integrationId)
    .where('delete_at', '<=', now)
    .returning('integration_id')
    .executeTakeFirst();
  return due !== undefined;
}

async function isRead(rows: Transaction<Tables>, integrationId: IntegrationId): Promise<boolean> {
  const link = await rows
    .selectFrom('links')
    .select('device_id')
    .where('integration_id', '=', integrationId)
    .where('lapsed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return link !== undefined;
}

/** Deletes the oldest events first. */
async function dropEvents(rows: Transaction<Tables>, { integrationId, rowsMax }: Drop): Promise<number> {
  const found = await rows
    .selectFrom('events')
    .select('event_id')
    .where('integration_id', '=', integrationId)
    .orderBy('seq')
    .limit(rowsMax)
    .execute();
  if (found.length === 0) return 0;
  const ids = found.map((row) => row.event_id);
  await rows.deleteFrom('conflicts').where('event_id', 'in', ids).execute();
  await rows.deleteFrom('events').where('event_id', 'in', ids).execute();
  return ids.length;
}

async function dropRows(rows: Transaction<Tables>, table: 'proofs' | 'links', { integrationId, rowsMax }: Drop): Promise<number> {
  const devices = rows.selectFrom(table).select('device_id').where('integration_id', '=', integrationId).limit(rowsMax);
  const gone = await rows
    .deleteFrom(table)
    .where('integration_id', '=', integrationId)
    .where('device_id', 'in', devices)
    .returning('device_id')
    .execute();
  return gone.length;
}
