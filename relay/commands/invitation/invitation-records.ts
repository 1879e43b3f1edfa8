import type { RelayWorld } from '../../relay-world.ts';
import type { StoredInvitation } from '../../store/invitations/invitation-store.ts';
import type { Store } from '../../store/store.ts';
import { iso } from '../iso.ts';
import { readAll, ROWS_OF_PAGE } from '../read-all.ts';
import type { CommandOutput } from '../said.ts';

export type InvitationRecordsDeps = {
  readonly world: Pick<RelayWorld, 'clock' | 'log'>;
  readonly store: Pick<Store, 'invitations' | 'invitationAudit' | 'withdrawInvitation'>;
};

const NONE = 'There is no invitation. Those that ended more than thirty days ago are deleted.';
const NO_ACT = 'No invitation was ever made.';
const UNKNOWN = 'There is no invitation with this id. `relay invitation list` lists them.';

/** The oldest first. */
export async function listInvitations({ world, store }: InvitationRecordsDeps, json: boolean): Promise<CommandOutput> {
  const now = world.clock.wallMs();
  const all = await readAll<StoredInvitation>((after) => store.invitations({ after, rowsMax: ROWS_OF_PAGE, now }));
  if (json) return { text: JSON.stringify(all.map(rowJson)), code: 0 };
  return { text: all.length === 0 ? NONE : all.map(line).join('\n'), code: 0 };
}

export type Withdrawal = { readonly invitationId: string; readonly by: string; readonly json: boolean };

export async function withdrawInvitation(
  { world, store }: InvitationRecordsDeps,
  { invitationId, by, json }: Withdrawal,
): Promise<CommandOutput> {
  const invitation = await store.withdrawInvitation({ invitationId, by, at: world.clock.wallMs() });
  const why = invitation?.ended?.why ?? null;
  if (why === 'withdrawn') world.log.info('invitation withdrawn', { invitationId });
  // Somebody has what it gave: that cannot be withdrawn.
  const code = why === null || why === 'claimed' ? 1 : 0;
  if (json) return { text: JSON.stringify({ withdrawn: why === 'withdrawn', ...(invitation === null ? {} : rowJson(invitation)) }), code };
  if (invitation === null) return { text: UNKNOWN, code };
  if (why === 'withdrawn') return { text: 'Withdrawn: nobody can use it any more, and no secret is kept for it.', code };
  if (why !== 'claimed') return { text: `It had ended before: ${stateText(invitation)}.`, code };
  return { text: `Too late: ${stateText(invitation)}. ${whatNow(invitation)}`, code };
}

/** Every change to an invitation, the oldest first, also of those that are deleted by now. */
export async function auditInvitations({ store }: InvitationRecordsDeps, json: boolean): Promise<CommandOutput> {
  type Entry = Awaited<ReturnType<typeof store.invitationAudit>>[number];
  const all = await readAll<Entry>((last) => store.invitationAudit({ after: last?.n ?? 0, rowsMax: ROWS_OF_PAGE }));
  if (json)
    return { text: JSON.stringify(all.map(({ at, act, invitationId, who }) => ({ at: iso(at), act, invitationId, who }))), code: 0 };
  const lines = all.map(({ at, act, invitationId, who }) => `${iso(at)}  ${invitationId}  ${act} by ${who}`);
  return { text: lines.length === 0 ? NO_ACT : lines.join('\n'), code: 0 };
}

function whatNow({ claim, hasSecret }: StoredInvitation): string {
  const end = `If that is not whom you invited, end what it reads (\`relay device end ${claim?.deviceId ?? 'ID'}\`)`;
  return hasSecret ? `${end}, and have the secret renewed at the service.` : `${end}.`;
}

/** A person chose the names, so they are printed escaped: they cannot affect a terminal. */
function line(invitation: StoredInvitation): string {
  const { invitationId, createdAt, createdBy, integrationId, company, accountant, hasSecret, wrongNumbers } = invitation;
  const labels = [
    company === null ? [] : ['company', JSON.stringify(company)],
    accountant === null ? [] : ['accountant', JSON.stringify(accountant)],
  ];
  return [
    invitationId,
    `made ${iso(createdAt)} by ${createdBy}`,
    `integration ${integrationId}`,
    ...labels.filter((label) => label.length > 0).map((label) => label.join(' ')),
    hasSecret ? 'with a secret' : 'without a secret',
    ...(wrongNumbers === 0 ? [] : [`wrong numbers ${wrongNumbers}`]),
    stateText(invitation),
  ].join('  ');
}

function stateText({ claim, ended, expiresAt }: StoredInvitation): string {
  const used = claim === null ? null : `used ${iso(claim.at)} by ${JSON.stringify(claim.name)} (device ${claim.deviceId})`;
  if (ended === null) return `open until ${iso(expiresAt)}`;
  if (ended.why === 'claimed' && used !== null) return used;
  return [...(used === null ? [] : [used]), `${ended.why} ${iso(ended.at)}`].join(', ');
}

function rowJson({ claim, ended, ...invitation }: StoredInvitation): object {
  const { invitationId, integrationId, company, accountant, createdBy, hasSecret, wrongNumbers } = invitation;
  return {
    invitationId,
    integrationId,
    company,
    accountant,
    createdBy,
    hasSecret,
    wrongNumbers,
    createdAt: iso(invitation.createdAt),
    expiresAt: iso(invitation.expiresAt),
    claim: claim === null ? null : { at: iso(claim.at), deviceId: claim.deviceId, name: claim.name },
    ended: ended === null ? null : { ...ended, at: iso(ended.at) },
  };
}
