import type { Kysely } from 'kysely';
import type { RetentionLimits } from './store.ts';
import type { Tables } from './tables.ts';

/**
 * Deletes devices that enrolled and never proved anything: they read nothing, and may be a stranger's. Returns their ids. A device whose
 * proofs have ended is not among them. The outer condition guards against a proof that is made at the same moment.
 */
export async function dropUnproved(tables: Kysely<Tables>, { unprovedBefore, rowsMax }: RetentionLimits): Promise<readonly string[]> {
  const due = tables
    .selectFrom('devices')
    .select('device_id')
    .where('ever_proved', '=', 0)
    .where('created_at', '<', unprovedBefore)
    // A node of an older version may have linked it without noting the proof.
    .where((row) => row.not(row.exists(row.selectFrom('links').select('cursor_seq').whereRef('links.device_id', '=', 'devices.device_id'))))
    .limit(rowsMax);
  const gone = await tables
    .deleteFrom('devices')
    .where('device_id', 'in', due)
    .where('ever_proved', '=', 0)
    .returning('device_id')
    .execute();
  return gone.map((row) => row.device_id);
}
