import type { Kysely } from 'kysely';
import type { RetentionLimits } from '../store.ts';
import type { Tables } from '../tables.ts';
import { NO_DEPOSIT } from './invitation-row.ts';

/**
 * Notes which invitations' day is over, erases deposited secrets that nobody may get any more, and deletes invitations that ended long ago.
 * Returns how many rows it changed.
 */
export async function dropInvitations(tables: Kysely<Tables>, limits: RetentionLimits): Promise<number> {
  const { now, claimsBefore, invitationsBefore, rowsMax } = limits;
  const expired = await tables
    .updateTable('invitations')
    .set((row) => ({ ended_at: row.ref('expires_at'), ended_why: 'expired', ...NO_DEPOSIT }))
    .where((row) =>
      row(
        'invitation_id',
        'in',
        row.selectFrom('invitations').select('invitation_id').where('ended_at', 'is', null).where('expires_at', '<=', now).limit(rowsMax),
      ),
    )
    // Again here, for one that is claimed at the same moment.
    .where('ended_at', 'is', null)
    .returning('invitation_id')
    .execute();
  const spent = tables
    .selectFrom('invitations')
    .select('invitation_id')
    .where('secret', 'is not', null)
    .where('ended_at', '<', claimsBefore)
    .limit(rowsMax);
  const erased = await tables
    .updateTable('invitations')
    .set(NO_DEPOSIT)
    .where('invitation_id', 'in', spent)
    .returning('invitation_id')
    .execute();
  const old = tables.selectFrom('invitations').select('invitation_id').where('ended_at', '<', invitationsBefore).limit(rowsMax);
  const deleted = await tables.deleteFrom('invitations').where('invitation_id', 'in', old).returning('invitation_id').execute();
  return Math.max(expired.length, erased.length, deleted.length);
}
