import { integrationIdSchema } from '#shared/contract/ids.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { invitationLabelSchema, WRONG_NUMBERS_MAX } from '#shared/relay-protocol/invitations.ts';
import { requestToken } from '#shared/service-client/request-token.ts';
import { tokenCache } from '#shared/service-client/token-cache.ts';
import type { RelayConfig } from '../../config.ts';
import { prover } from '../../enrol/prove.ts';
import type { RelayWorld } from '../../relay-core.ts';
import type { Store } from '../../store/store.ts';
import { type CommandOutput, iso, readAll, ROWS_OF_PAGE } from '../said.ts';
import { linkHost, type MadeInvitation, newInvitation } from './new-invitation.ts';
import type { StoredInvitation } from '../../store/invitations/invitation-store.ts';
import encodeQr from 'qr';
import { invitationLinkText } from '#shared/domain/invitation/invitation.ts';

/** The options of the command line that belong to `invitation` alone. */
export type InvitationOptions = {
  readonly integration?: string | undefined;
  readonly company?: string | undefined;
  readonly accountant?: string | undefined;
  readonly 'deposit-secret'?: boolean | undefined;
  readonly out?: string | undefined;
};

export type InvitationAsked = {
  /** The words after `invitation` on the command line. */
  readonly words: readonly string[];
  readonly options: InvitationOptions;
  readonly json: boolean;
  /** The operator's name, for the audit log. */
  readonly by: string;
};

export type InvitationCommandDeps = {
  readonly world: Pick<RelayWorld, 'clock' | 'random' | 'http' | 'log'>;
  readonly store: Store;
  readonly config: RelayConfig;
  readonly publicUrl: string | null;
  /** The secret that stands on the standard input, without the line end behind it; null if it is longer than any. */
  readonly readSecret: () => Promise<string | null>;
  /** Writes a new file that only its owner may read; the failure is the system's code, such as EEXIST. */
  readonly writeFile: (file: string, text: string) => Result<null, string>;
  /** Whether a user looks at the output. */
  readonly isTerminal: boolean;
  readonly stop: AbortSignal;
};

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const LABEL_WRONG = 'must be 1 to 120 characters on one line, without control characters.';

/** Makes an invitation; lists and withdraws them, and shows what happened to them. Null if the command line is wrong. */
export async function invitationCommand(of: InvitationCommandDeps, asked: InvitationAsked): Promise<CommandOutput | null> {
  const { words, options, json, by } = asked;
  const [verb, id, ...more] = words;
  if (verb === undefined) return options.integration === undefined ? null : make(of, asked);
  if (Object.keys(options).length > 0 || more.length > 0) return null;
  if (verb === 'list' && id === undefined) return listInvitations(of, json);
  if (verb === 'audit' && id === undefined) return auditInvitations(of, json);
  return verb === 'withdraw' && id !== undefined && ID.test(id) ? withdrawInvitation(of, { invitationId: id, by, json }) : null;
}

async function make(of: InvitationCommandDeps, { options, json, by }: InvitationAsked): Promise<CommandOutput> {
  const { world, store } = of;
  const wished = readOptions(options);
  if (!wished.ok) return wrong(wished.failure);
  const host = linkHost(of.publicUrl, world.random);
  if (!host.ok) return wrong(host.failure);
  const secret = options['deposit-secret'] === true ? await provedSecret(of, wished.value) : ok(null);
  if (!secret.ok) return { text: `${secret.failure} No invitation was made.`, code: 1 };
  const wish = { ...wished.value, secret: secret.value, host: host.value, createdAt: world.clock.wallMs(), createdBy: by };
  const made = newInvitation(wish, world.random);
  await store.addInvitation(made.invitation);
  const { invitationId, integrationId } = made.invitation;
  world.log.info('invitation made', { invitationId, integrationId, hasSecret: made.number !== null });
  const { out: file } = options;
  const wrote = file === undefined ? null : of.writeFile(file, `${httpsLink(made)}\n`);
  const written = file === undefined || wrote === null ? null : { file, failure: wrote.ok ? null : wrote.failure };
  return shownInvitation(made, { written, json, isTerminal: of.isTerminal });
}

type Wished = Pick<Parameters<typeof newInvitation>[0], 'integrationId' | 'company' | 'accountant'>;

function readOptions({ integration, company, accountant }: InvitationOptions): Result<Wished, string> {
  const id = integrationIdSchema.safeParse(integration);
  if (!id.success) return fail('--integration: must be the id of an integration, a UUID.');
  for (const [name, label] of Object.entries({ company, accountant })) {
    if (label !== undefined && !invitationLabelSchema.safeParse(label).success) return fail(`--${name}: ${LABEL_WRONG}`);
  }
  return ok({ integrationId: id.data, company: company ?? null, accountant: accountant ?? null });
}

/** The secret from the standard input, after the service has accepted it. The failure is a sentence for the operator. */
async function provedSecret(
  { world, config, readSecret, stop }: InvitationCommandDeps,
  { integrationId }: Wished,
): Promise<Result<string, string>> {
  const integrationSecret = await readSecret();
  if (integrationSecret === null || integrationSecret === '') {
    return fail('The secret must stand on the standard input, as in `relay invitation … --deposit-secret < FILE`.');
  }
  const tokens = tokenCache(() => requestToken(world.http, config), world.clock);
  const proof = await prover({ ...world, config, tokens, stop })({ integrationId, integrationSecret });
  if (proof.kind === 'proved') return ok(integrationSecret);
  return proof.kind === 'refused'
    ? fail(`The service does not accept this secret for this integration (${proof.code}).`)
    : fail(`The service cannot be asked at the moment (${proof.code}), so nobody knows whether the secret is right. Try again.`);
}

function wrong(text: string): CommandOutput {
  return { text, code: 2 };
}

type InvitationRecordsDeps = {
  readonly world: Pick<RelayWorld, 'clock' | 'log'>;
  readonly store: Pick<Store, 'invitations' | 'invitationAudit' | 'withdrawInvitation'>;
};

const NONE = 'There is no invitation. Those that ended more than thirty days ago are deleted.';
const NO_ACT = 'No invitation was ever made.';
const UNKNOWN = 'There is no invitation with this id. `relay invitation list` lists them.';

/** The oldest first. */
async function listInvitations({ world, store }: InvitationRecordsDeps, json: boolean): Promise<CommandOutput> {
  const now = world.clock.wallMs();
  const all = await readAll<StoredInvitation>((after) => store.invitations({ after, rowsMax: ROWS_OF_PAGE, now }));
  if (json) return { text: JSON.stringify(all.map(rowJson)), code: 0 };
  return { text: all.length === 0 ? NONE : all.map(line).join('\n'), code: 0 };
}

type Withdrawal = { readonly invitationId: string; readonly by: string; readonly json: boolean };

async function withdrawInvitation({ world, store }: InvitationRecordsDeps, { invitationId, by, json }: Withdrawal): Promise<CommandOutput> {
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
async function auditInvitations({ store }: InvitationRecordsDeps, json: boolean): Promise<CommandOutput> {
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

/** A user chose the names, so they are printed escaped: they cannot affect a terminal. */
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

type ShownAs = {
  /** The file that was wanted, and the system's code if it could not be written. */
  readonly written: { readonly file: string; readonly failure: string | null } | null;
  readonly json: boolean;
  readonly isTerminal: boolean;
};

/** What the operator sees of a new invitation, this once. In text the number goes to another stream than the link, since it must go another way. */
export function shownInvitation(made: MadeInvitation, { written, json, isTerminal }: ShownAs): CommandOutput {
  const { invitation, number } = made;
  const { invitationId, integrationId } = invitation;
  const expiresAt = new Date(invitation.expiresAt).toISOString();
  const link = httpsLink(made);
  const code = written === null || written.failure === null ? 0 : 1;
  if (json) {
    const file = written?.failure === null ? written.file : null;
    const appLink = invitationLinkText(made.link, 'intray');
    return { text: JSON.stringify({ invitationId, integrationId, link, appLink, expiresAt, number, file }), code };
  }
  const text = [
    `Invitation ${invitationId} for integration ${integrationId}: good once, until ${expiresAt}. It is shown this once.`,
    '',
    `Link, for nobody but whom you invite:\n  ${link}`,
    fileLine(written),
    ...(isTerminal ? ['', encodeQr(link, 'term')] : []),
  ].join('\n');
  return { text, code, ...(number === null ? {} : { aside: numberLines(number) }) };
}

export function httpsLink({ link }: MadeInvitation): string {
  return invitationLinkText(link, 'https');
}

function fileLine(written: ShownAs['written']): string {
  if (written === null) return 'File: the same link as the one line of a file whose name ends in .intray (--out FILE.intray writes it).';
  if (written.failure === null) return `File: ${written.file}`;
  return `File: ${written.file} could not be written (${written.failure}); the link above is good all the same.`;
}

function numberLines(number: string): string {
  return [
    '',
    `Number: ${number.slice(0, 4)} ${number.slice(4)}`,
    '  Tell it by telephone, never in the same message as the link: who has both gets the secret.',
    `  ${WRONG_NUMBERS_MAX} wrong numbers end the invitation.`,
  ].join('\n');
}
