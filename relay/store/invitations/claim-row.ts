import { type Kysely, sql } from 'kysely';
import { CLAIM_REPEAT_MS, WRONG_NUMBERS_MAX } from '#shared/relay-protocol/invitations.ts';
import type { Tables } from '../tables.ts';
import { INVITATION_ACTS, type InvitationRow, invitationOf, NO_DEPOSIT } from './invitation-row.ts';
import type { Claimed, InvitationClaim, InvitationEnd, StoredDeposit } from './invitation-store.ts';

/**
 * Claims an invitation, in the caller's transaction. One UPDATE compares the number, counts a wrong one, and claims: of any number of requests at
 * the same time one wins, and no more than five guesses are ever compared.
 */
export async function claimRow(rows: Kysely<Tables>, claim: InvitationClaim): Promise<Claimed> {
  const { device, at } = claim;
  const row = await update(rows, claim);
  if (row === undefined) return unchanged(rows, claim);
  const invitation = invitationOf(row, at);
  const { invitationId: subject } = invitation;
  if (row.ended_why === 'claimed') {
    await rows.insertInto('audit_log').values({ at, act: INVITATION_ACTS.claimed, subject, who: device.deviceId }).execute();
    return { kind: 'claimed', invitation, deposit: depositOf(row), isRepeated: false };
  }
  if (row.ended_why !== null) {
    await rows.updateTable('invitations').set(NO_DEPOSIT).where('invitation_id', '=', subject).execute();
    await rows.insertInto('audit_log').values({ at, act: INVITATION_ACTS.ended, subject, who: device.deviceId }).execute();
  }
  return { kind: 'wrong-number', invitation, left: WRONG_NUMBERS_MAX - row.wrong_numbers };
}

/** The row as it is then; undefined if nothing was changed, because it is not open or lacks a number. */
function update(rows: Kysely<Tables>, { findDigest, device, key, numberDigest, at }: InvitationClaim): Promise<InvitationRow | undefined> {
  const isRight = sql<boolean>`(has_secret = 0 OR number_digest = ${numberDigest ?? ''})`;
  const isLastWrong = sql<boolean>`wrong_numbers + 1 >= ${sql.lit(WRONG_NUMBERS_MAX)}`;
  const [claimed, tooMany] = ['claimed', 'too-many-wrong-numbers'] as const satisfies readonly InvitationEnd[];
  // PostgreSQL cannot tell the type of a parameter within CASE.
  const now = sql<number>`cast(${at} as bigint)`;
  return (
    rows
      .updateTable('invitations')
      .set((row) => ({
        claimed_at: row.case().when(isRight).then(now).end(),
        claimed_by: row.case().when(isRight).then(asText(device.deviceId)).end(),
        claimed_by_name: row.case().when(isRight).then(asText(device.name)).end(),
        claim_key: row.case().when(isRight).then(asText(key)).end(),
        wrong_numbers: row.case().when(isRight).then(row.ref('wrong_numbers')).else(sql<number>`wrong_numbers + 1`).end(),
        ended_at: row.case().when(isRight).then(now).when(isLastWrong).then(now).end(),
        ended_why: row.case().when(isRight).then(asText(claimed)).when(isLastWrong).then(asText(tooMany)).end(),
      }))
      .where('find_digest', '=', findDigest)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', at)
      // A claim that only lacks its number is no guess.
      .where((row) => (numberDigest === null ? row('has_secret', '=', 0) : row.lit(true)))
      .returningAll()
      .executeTakeFirst()
  );
}

/** Says why nothing was changed; the device that claimed may get its answer again for a while. */
async function unchanged(rows: Kysely<Tables>, { findDigest, device, key, at }: InvitationClaim): Promise<Claimed> {
  const row = await rows.selectFrom('invitations').selectAll().where('find_digest', '=', findDigest).executeTakeFirst();
  if (row === undefined) return { kind: 'unknown' };
  const invitation = invitationOf(row, at);
  if (invitation.ended === null) return { kind: 'number-needed', invitation, left: WRONG_NUMBERS_MAX - row.wrong_numbers };
  const deposit = depositOf(row);
  const isSame = row.ended_why === 'claimed' && row.claimed_by === device.deviceId && row.claim_key === key;
  const isSoon = row.claimed_at !== null && at - row.claimed_at < CLAIM_REPEAT_MS;
  // A deposit that was withdrawn meanwhile is not there to be given again.
  const isThere = !invitation.hasSecret || deposit !== null;
  return isSame && isSoon && isThere ? { kind: 'claimed', invitation, deposit, isRepeated: true } : { kind: 'over', invitation };
}

function depositOf({ secret, secret_iv: iv }: InvitationRow): StoredDeposit | null {
  return secret === null || iv === null ? null : { iv, ciphertext: secret };
}

function asText<T extends string>(text: T) {
  return sql<T>`cast(${text} as text)`;
}
