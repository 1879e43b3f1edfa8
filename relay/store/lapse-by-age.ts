import type { Kysely } from 'kysely';
import type { RetentionLimits } from './store.ts';
import type { Tables } from './tables.ts';

/**
 * Ends the access of links whose proof is too old, until they are proved again; returns their devices. The rows stay: what such a device has
 * not read yet is kept for it as before. The conditions of the update guard against a proof that is made at the same moment.
 */
export async function lapseByAge(tables: Kysely<Tables>, { now, provedBefore, rowsMax }: RetentionLimits): Promise<readonly string[]> {
  const due = await tables
    .selectFrom('links')
    .select(['device_id', 'integration_id'])
    .where('lapsed_at', 'is', null)
    .where('proven_at', '<', provedBefore)
    .where((row) => row.or([row('due_at', 'is', null), row('due_at', '<=', now)]))
    .limit(rowsMax)
    .execute();
  for (const link of due) {
    await tables
      .updateTable('links')
      .set({ lapsed_at: now })
      .where('device_id', '=', link.device_id)
      .where('integration_id', '=', link.integration_id)
      .where('proven_at', '<', provedBefore)
      .execute();
  }
  return due.map((link) => link.device_id);
}
