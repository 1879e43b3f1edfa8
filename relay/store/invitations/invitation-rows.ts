import type { Kysely } from 'kysely';
import { noteSentAway, unlinked } from '../link-rows.ts';
import type { Tables } from '../tables.ts';
import { claimRow } from './claim-row.ts';
import { INVITATION_ACTS, invitationOf, NO_DEPOSIT } from './invitation-row.ts';
import type { InvitationStore, InvitationsQuestion, NewInvitation, StoredInvitation, Undone } from './invitation-store.ts';

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
