import { z } from 'zod';
import { isCredentialFault } from '#shared/app-api/faults.ts';
import type { AcceptFault, LookFault, OpenInvitationView, OverInvitationView } from '#shared/app-api/invitation/invitation-views.ts';
import { hostsSentence } from '#shared/domain/invitation/invitation.ts';
import { connect as connectWords } from '#shared/i18n/en/companies/connect.ts';
import { invitation as words } from '#shared/i18n/en/companies/invitation.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { type Call, type Command, command } from './support/command.ts';
import { complain, plain, say, table } from './support/say.ts';

const text = z.string().trim().min(1);

export const invitationCommand: Command = command({
  words: 'invitation',
  usage: 'FILE|- [--relay-host NAME] [--number N] [--name COMPANY] | FILE|- --undo   (a secret that was not deposited, on standard input)',
  summary:
    'opens an invitation: says where it leads and whom it is for, and connects the company once its number is given, or its secret where none was deposited. A relay that this installation does not know has to be named by --relay-host; --undo ends an invitation that somebody else has used',
  begins: true,
  options: { 'relay-host': { type: 'string' }, number: { type: 'string' }, name: { type: 'string' }, undo: { type: 'boolean' } },
  schema: z.object({
    paths: z.tuple([z.string()], 'one file, or - for standard input, is expected'),
    'relay-host': text.max(300).optional(),
    number: text.max(20).optional(),
    name: text.max(100).optional(),
    undo: z.boolean().default(false),
  }),
  run: async (input, call) => {
    const [path] = input.paths;
    const read = path === '-' ? await call.readInput() : await call.readFile(path);
    if (read === null) return complain(call, `${path} cannot be read.`);
    const found = await call.client.invitations.read({ text: read });
    if (!found.ok) return complain(call, sayFault(found.failure.kind));
    const { link, relay, relayHost } = found.value;
    const typed = input['relay-host'];
    if (relay === 'other' && typed === undefined) {
      const known = `This invitation leads to the relay ${relayHost}, which this installation does not know. Nothing was sent there.`;
      return complain(call, `${known} If it is the right one, repeat its name: --relay-host NAME`);
    }
    const opened = { link, ...(typed === undefined ? {} : { relayHost: typed }) };
    if (input.undo) return undo(opened, call);
    const looked = await call.client.invitations.look(opened);
    if (!looked.ok) return complain(call, sayFault(looked.failure.kind));
    return looked.value.state === 'open'
      ? accept(looked.value, { ...input, isInputTaken: path === '-' }, call)
      : complain(call, sayOver(looked.value));
  },
});

type Given = { readonly number?: string | undefined; readonly name?: string | undefined; readonly isInputTaken: boolean };

/** The question is said in any case; number or secret is the yes to it. */
async function accept(view: OpenInvitationView, given: Given, call: Call): Promise<ExitCode> {
  for (const line of factsOf(view)) call.complain(line);
  if (view.connectedAs !== null) return complain(call, `This company is already connected, as "${view.connectedAs}".`);
  const name = given.name ?? view.company;
  if (name === null) return complain(call, 'The invitation does not say the name of the company: give it one, with --name.', EXIT.usage);
  const needsNumber = view.hasSecret && view.begun === null;
  if (needsNumber && given.number === undefined)
    return complain(call, 'To connect it, give the number that was told by another channel: --number N');
  const integrationSecret = view.hasSecret ? null : await askSecret(given, call);
  if (integrationSecret === '')
    return complain(call, 'To connect it, give its secret on standard input, and the invitation as a file.', EXIT.usage);
  const accepted = await call.client.invitations.accept({
    invitationId: view.invitationId,
    name,
    ...(given.number === undefined ? {} : { number: given.number }),
    ...(integrationSecret === null ? {} : { integrationSecret }),
  });
  if (!accepted.ok) return complain(call, sayAcceptFault(accepted.failure));
  call.answer(accepted.value, [`${accepted.value.name} is connected. Its folders are chosen next, with "folders add".`]);
  return EXIT.done;
}

async function askSecret({ isInputTaken }: Given, call: Call): Promise<string> {
  return isInputTaken ? '' : (await call.readInput('The secret of the company')).trim();
}

/** Each address by what is there, as the window says it, whichever of them are the same. */
function factsOf({ company, accountant, relayHost, partner, serviceHosts, isKnownName, begun }: OpenInvitationView): readonly string[] {
  const { key, values } = hostsSentence(serviceHosts);
  return [
    ...table([
      [`${words['invitation.company']}:`, company ?? 'not told'],
      [`${words['invitation.accountant']}:`, accountant ?? 'not told'],
      [`${words['invitation.to']}:`, serviceHosts.documents],
      [`${words['invitation.sign-in']}:`, serviceHosts.signIn],
      [`${words['invitation.keys']}:`, serviceHosts.keys],
      [`${words['invitation.from']}:`, `${relayHost} (${words['invitation.from.secret']})`],
      ...(partner === null ? [] : [[`${words['invitation.partner']}:`, partner.name]]),
    ]),
    say(key, values),
    ...(isKnownName ? ['A company of this name is already in the list. If it is the same one, do not connect it twice.'] : []),
    ...(begun === null ? [] : ['This computer has claimed it already, and goes on with that.']),
  ];
}

async function undo(opened: { readonly link: string; readonly relayHost?: string }, call: Call): Promise<ExitCode> {
  const undone = await call.client.invitations.undo(opened);
  if (!undone.ok) return complain(call, undone.failure.kind === 'over' ? sayOver(undone.failure.over) : sayFault(undone.failure.kind));
  const next = undone.value.secretGivenOut ? words['invitation.undone.secret'] : words['invitation.undone.text'];
  call.answer(undone.value, [`${words['invitation.undone']}. ${next}`]);
  return EXIT.done;
}

type Worded = LookFault['kind'] | 'not-used' | 'look-again' | 'number-needed' | 'secret-needed' | 'own-credentials-kept';

function sayFault(kind: Worded): string {
  return `${words[`invitation.fault.${kind}`]} ${words[`invitation.fault.${kind}.next`]}`;
}

function sayOver(over: OverInvitationView): string {
  const at = new Date(over.at).toISOString();
  if (over.state === 'ended') return `${words[`invitation.ended.${over.why}`]} (${at}).`;
  return `${words['invitation.spent']}: at ${at}, by ${sayUser(over)} If that was not you, end it with --undo.`;
}

function sayUser({ who, by }: Extract<OverInvitationView, { readonly state: 'spent' }>): string {
  // Its own words: they may contain what would affect a terminal.
  const named = `a computer that calls itself "${plain(by)}".`;
  switch (who) {
    case 'here':
      return 'this computer.';
    case 'namesake':
      return `${named} This one has the same name, but Intray knows nothing of it here.`;
    case 'other':
      return named;
    default:
      return unreachable(who);
  }
}

function sayAcceptFault(fault: AcceptFault): string {
  if (fault.kind === 'over') return sayOver(fault.over);
  if (fault.kind === 'wrong-number') {
    return fault.left === 0
      ? words['invitation.wrong-number.last']
      : `This number is not right. Tries that are left: ${fault.left}. ${words['invitation.wrong-number.next']}`;
  }
  const { kind } = fault;
  if (kind === 'unreadable') return `${words['invitation.fault.unreadable-answer']} ${words['invitation.fault.unreadable-answer.next']}`;
  return `${isCredentialFault(kind) ? connectWords[`connect.fault.${kind}`] : sayFault(kind)}${keptWords(fault)}`;
}

function keptWords({ isKept }: { readonly isKept: boolean }): string {
  return isKept ? ' The invitation is used, and what it brought is kept here: give the same command again to go on.' : '';
}
