import { type Kysely, type Selectable, sql } from 'kysely';
import { noteSentAway, unlinked } from '../link-rows.ts';
import type { Tables } from '../tables.ts';
import type {
  Claimed,
  InvitationClaim,
  InvitationEnd,
  InvitationsQuestion,
  InvitationStore,
  NewInvitation,
  StoredDeposit,
  StoredInvitation,
  Undone,
} from './invitation-store.ts';
import { CLAIM_REPEAT_MS, WRONG_NUMBERS_MAX } from '#shared/relay-protocol/invitations.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';

export function invitationRows(tables: Kysely<Tables>): InvitationStore {
  return {
    addInvitation: (invitation) => tables.transaction().execute((rows) => add(rows, invitation)),

    async invitation(findDigest, now) {
      const row = await tables.selectFrom('invitations').selectAll().where('find_digest', '=', findDigest).executeTakeFirst();
      return row === undefined ? null : invitationOf(row, now);
    },

    claimInvitation: (claim) => tables.transaction().execute((rows) => claimRow(rows, claim)),

    undoInvitation: (of) => tables.transaction().execute((rows) => undo(rows, of)),

    withdrawInvitation: (of) => tables.transaction().execute((rows) => withdraw(rows, of)),

    invitations: (question) => listed(tables, question),

    async invitationAudit({ after, rowsMax }) {
      const rows = await tables
        .selectFrom('audit_log')
        .selectAll()
        .where('act', 'in', Object.values(INVITATION_ACTS))
        .where('n', '>', after)
        .orderBy('n')
        .limit(rowsMax)
        .execute();
      return rows.map(({ n, at, act, subject, who }) => ({ n, at, act, invitationId: subject, who }));
    },
  };
}

async function add(rows: Kysely<Tables>, { deposit, ...invitation }: NewInvitation): Promise<void> {
  await rows
    .insertInto('invitations')
    .values({
      invitation_id: invitation.invitationId,
      find_digest: invitation.findDigest,
      integration_id: invitation.integrationId,
      company: invitation.company,
      accountant: invitation.accountant,
      created_at: invitation.createdAt,
      created_by: invitation.createdBy,
      expires_at: invitation.expiresAt,
      has_secret: deposit === null ? 0 : 1,
      ...(deposit === null ? NO_DEPOSIT : { secret: deposit.ciphertext, secret_iv: deposit.iv, number_digest: deposit.numberDigest }),
    })
    .execute();
  const { invitationId: subject, createdAt: at, createdBy: who } = invitation;
  await rows.insertInto('audit_log').values({ at, act: INVITATION_ACTS.made, subject, who }).execute();
}

type Act = { readonly by: string; readonly at: number };

async function undo(rows: Kysely<Tables>, { findDigest, by, at }: Act & { readonly findDigest: string }): Promise<Undone> {
  const undone = await rows
    .updateTable('invitations')
    .set({ ended_at: at, ended_why: 'undone', ...NO_DEPOSIT })
    .where('find_digest', '=', findDigest)
    .where('ended_why', '=', 'claimed')
    .returningAll()
    .executeTakeFirst();
  if (undone === undefined) {
    const row = await rows.selectFrom('invitations').selectAll().where('find_digest', '=', findDigest).executeTakeFirst();
    if (row === undefined) return { kind: 'unknown' };
    const invitation = invitationOf(row, at);
    if (invitation.ended === null) return { kind: 'open', invitation };
    return invitation.ended.why === 'undone' ? { kind: 'undone', invitation, unlinked: false } : { kind: 'over', invitation };
  }
  const invitation = invitationOf(undone, at);
  const { integrationId, claim } = invitation;
  const link = { deviceId: claim?.deviceId ?? '', integrationId };
  const isLinked = await unlinked(rows, link);
  // As if another computer of the integration had ended its reading: the app on it says so, and does not prove it again by itself.
  if (isLinked) await noteSentAway(rows, integrationId, [link.deviceId]);
  await rows.insertInto('audit_log').values({ at, act: INVITATION_ACTS.undone, subject: invitation.invitationId, who: by }).execute();
  return { kind: 'undone', invitation, unlinked: isLinked };
}

async function withdraw(
  rows: Kysely<Tables>,
  { invitationId, by, at }: Act & { readonly invitationId: string },
): Promise<StoredInvitation | null> {
  const withdrawn = await rows
    .updateTable('invitations')
    .set({ ended_at: at, ended_why: 'withdrawn', ...NO_DEPOSIT })
    .where('invitation_id', '=', invitationId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .returningAll()
    .executeTakeFirst();
  if (withdrawn !== undefined) {
    await rows.insertInto('audit_log').values({ at, act: INVITATION_ACTS.withdrawn, subject: invitationId, who: by }).execute();
    return invitationOf(withdrawn, at);
  }
  const row = await rows
    .updateTable('invitations')
    .set(NO_DEPOSIT)
    .where('invitation_id', '=', invitationId)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : invitationOf(row, at);
}

async function listed(tables: Kysely<Tables>, { after, rowsMax, now }: InvitationsQuestion): Promise<readonly StoredInvitation[]> {
  const rows = await tables
    .selectFrom('invitations')
    .selectAll()
    .where((row) =>
      after === null
        ? row.lit(true)
        : row(row.refTuple('created_at', 'invitation_id'), '>', row.tuple(after.createdAt, after.invitationId)),
    )
    .orderBy('created_at')
    .orderBy('invitation_id')
    .limit(rowsMax)
    .execute();
  return rows.map((row) => invitationOf(row, now));
}

/**
 * Claims an invitation, in the caller's transaction. One UPDATE compares the number, counts a wrong one, and claims: of any number of requests at
 * the same time one wins, and no more than five guesses are ever compared.
 */
async function claimRow(rows: Kysely<Tables>, claim: InvitationClaim): Promise<Claimed> {
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

type InvitationRow = Selectable<Tables['invitations']>;

/** What the audit log calls what happens to an invitation. */
const INVITATION_ACTS = {
  made: 'invitation made',
  claimed: 'invitation claimed',
  ended: 'invitation ended by wrong numbers',
  withdrawn: 'invitation withdrawn',
  undone: 'invitation undone',
} as const;

/** Set where a deposit is erased. */
export const NO_DEPOSIT = { secret: null, secret_iv: null, number_digest: null };

/** An invitation whose day is over has ended, even if retention has not been there yet. */
function invitationOf(row: InvitationRow, now: number): StoredInvitation {
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
