import type { Selectable } from 'kysely';
import type { IntegrationId } from '#shared/contract/ids.ts';
import type { Tables } from '../tables.ts';
import type { StoredInvitation } from './invitation-store.ts';

export type InvitationRow = Selectable<Tables['invitations']>;

/** What the audit log calls what happens to an invitation. */
export const INVITATION_ACTS = {
  made: 'invitation made',
  claimed: 'invitation claimed',
  ended: 'invitation ended by wrong numbers',
  withdrawn: 'invitation withdrawn',
  undone: 'invitation undone',
} as const;

/** Set where a deposit is erased. */
export const NO_DEPOSIT = { secret: null, secret_iv: null, number_digest: null };

/** An invitation whose day is over has ended, even if retention has not been there yet. */
export function invitationOf(row: InvitationRow, now: number): StoredInvitation {
  const ended =
    row.ended_at !== null && row.ended_why !== null
      ? { at: row.ended_at, why: row.ended_why }
      : row.expires_at <= now
        ? { at: row.expires_at, why: 'expired' as const }
        : null;
  return {
    invitationId: row.invitation_id,
    findDigest: row.find_digest,
    integrationId: row.integration_id as IntegrationId,
    company: row.company,
    accountant: row.accountant,
    createdAt: row.created_at,
    createdBy: row.created_by,
    expiresAt: row.expires_at,
    hasSecret: row.has_secret === 1,
    wrongNumbers: row.wrong_numbers,
    claim: claimOf(row),
    ended,
  };
}

function claimOf({
  claimed_at: at,
  claimed_by: deviceId,
  claimed_by_name: name,
  claim_key: key,
}: InvitationRow): StoredInvitation['claim'] {
  return at === null ? null : { at, deviceId: deviceId ?? '', name: name ?? '', key: key ?? '' };
}
