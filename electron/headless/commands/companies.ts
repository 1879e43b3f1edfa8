import { z } from 'zod';
import type { ConnectFault } from '#shared/app-api/faults.ts';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { type Company, COMPANY_COLOURS, type RemovedCompany, senderSchema } from '#shared/domain/company.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { type Call, type Command, command } from './support/command.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { findCompany } from './support/find-company.ts';
import { complain, sayVaultProblem, table } from './support/say.ts';
import type { RemovalView } from '#shared/app-api/views.ts';

const none = z.array(z.string()).max(0, 'nothing else is expected');
const name = z.string().trim().min(1);
const integrationId = z.string({ error: 'is needed' }).trim().pipe(integrationIdSchema);
const INTEGRATION = { 'integration-id': { type: 'string' } } as const;
const COMPANY = { company: { type: 'string' } } as const;

export const companyCommands: readonly Command[] = [
  command({
    words: 'companies connect',
    usage: '--name NAME --integration-id ID   (its secret on standard input)',
    summary: 'connects a company to the accounting service',
    begins: true,
    options: { ...INTEGRATION, name: { type: 'string' } },
    schema: z.object({ name: name.max(100), 'integration-id': integrationId, paths: none }),
    run: async (input, call) => {
      const integrationSecret = await askSecret(call);
      if (integrationSecret === '') return noSecret(call);
      return tellConnected(
        await call.client.companies.connect({ name: input.name, integrationId: input['integration-id'], integrationSecret }),
        call,
      );
    },
  }),
  command({
    words: 'companies reconnect',
    usage: '--company NAME --integration-id ID   (its secret on standard input)',
    summary: 'gives a company a new connection; its folders and history stay',
    options: { ...INTEGRATION, ...COMPANY },
    schema: z.object({ company: name, 'integration-id': integrationId, paths: none }),
    run: async (input, call) => {
      const company = await findCompany(call.client, input.company);
      if (!company.ok) return complain(call, company.failure);
      const integrationSecret = await askSecret(call);
      if (integrationSecret === '') return noSecret(call);
      const answer = await call.client.companies.reconnect({
        companyId: company.value.id,
        integrationId: input['integration-id'],
        integrationSecret,
      });
      return tellConnected(answer, call);
    },
  }),
  command({
    words: 'companies list',
    usage: '',
    summary: 'lists companies and the state of their connections',
    options: {},
    schema: z.object({ paths: none }),
    run: async (input, call) => {
      const { companies, removed = [] } = await call.client.overview();
      const rows = [...companies.map(rowOf), ...removed.map(removedRow)];
      call.answer(companies, rows.length === 0 ? [] : table([['company', 'connection', 'integration', 'id'], ...rows]));
      if (companies.length === 0) call.complain('No company is connected. Connect one with "companies connect".');
      return EXIT.done;
    },
  }),
  command({
    words: 'companies change',
    usage: `--company NAME [--name NAME] [--colour ${COMPANY_COLOURS.join('|')}] [--user-email ADDRESS]`,
    summary:
      "changes what a company is called here, its colour, or the address that its documents are sent by; an empty one: the profile's (settings set userEmail)",
    options: { ...COMPANY, name: { type: 'string' }, colour: { type: 'string' }, 'user-email': { type: 'string' } },
    schema: z.object({
      company: name,
      name: name.max(100).optional(),
      colour: z.enum(COMPANY_COLOURS).optional(),
      'user-email': z.literal('').or(senderSchema).optional(),
      paths: none,
    }),
    run: async (input, call) => {
      const company = await findCompany(call.client, input.company);
      if (!company.ok) return complain(call, company.failure);
      const { name: called, colour, 'user-email': email } = input;
      const userEmail = email === '' ? null : email;
      const changed = await call.client.companies.change({ companyId: company.value.id, name: called, colour, userEmail });
      if (!changed.ok) return complain(call, 'The company is no longer there.');
      tell(changed.value, call);
      return EXIT.done;
    },
  }),
  ...(['check', 'pause', 'resume'] as const).map((verb) =>
    command({
      words: `companies ${verb}`,
      usage: '--company NAME',
      summary: { check: 'asks the import service about it now', pause: 'sends nothing for it', resume: 'sends again' }[verb],
      options: { ...COMPANY },
      schema: z.object({ company: name, paths: none }),
      run: async (input, call) => {
        const company = await findCompany(call.client, input.company);
        if (!company.ok) return complain(call, company.failure);
        const changed = await call.client.companies[verb]({ companyId: company.value.id });
        if (!changed.ok) return complain(call, 'The company is no longer there.');
        tell(changed.value, call);
        return verb === 'check' && changed.value.connection.kind === 'invalid' ? EXIT.no : EXIT.done;
      },
    }),
  ),
];

type Connected = Awaited<ReturnType<Call['client']['companies']['connect']>>;

function tellConnected(answer: Connected, call: Call): ExitCode {
  if (!answer.ok) return complain(call, sayConnectFault(answer.failure));
  tell(answer.value, call);
  return EXIT.done;
}

function tell(company: Company, call: Call): void {
  call.answer(company, [`company ${JSON.stringify(company.name)}: ${stateOf(company)}`]);
}

function rowOf(company: Company): readonly string[] {
  return [company.name, stateOf(company), company.integrationId, company.id];
}

function stateOf({ connection }: Company): string {
  return connection.kind === 'invalid' ? `invalid (${connection.reason})` : connection.kind;
}

function removedRow({ name: called, removedAt, integrationId: id, id: companyId }: RemovedCompany): readonly string[] {
  return [called, `removed on ${new Date(removedAt).toISOString()}`, id, companyId];
}

async function askSecret(call: Call): Promise<string> {
  return (await call.readInput('The integration secret')).trim();
}

function noSecret(call: Call): ExitCode {
  call.complain(
    `The integration secret is read from standard input, and nothing came. For example: ${call.program} companies connect … < secret.txt`,
  );
  return EXIT.usage;
}

/** What happened, and what the user can do. */
function sayConnectFault(fault: ConnectFault): string {
  switch (fault.kind) {
    case 'not-set-up':
      return 'This installation does not know the import service yet: give its addresses with "configure FILE" first.';
    case 'wrong-secret':
      return 'The import service knows this integration, but not this secret. Copy the secret again, whole.';
    case 'not-valid':
      return 'The import service does not know this integration, or it was revoked. Ask your accountant for a new one.';
    case 'partner':
      return "The import service refuses Intray's own credentials. Nothing to do on your side; try again later.";
    case 'own-credentials':
      return 'The import service does not take the client id and secret that were typed in. Look at "settings get credentials" and "secrets keep client-secret".';
    case 'service-unreachable':
      return 'The import service does not answer. Nothing was changed; try again later.';
    case 'relay-unreachable':
      return 'The relay does not answer. Nothing was changed; try again later.';
    case 'relay-limited':
      return `The relay takes no further try at the moment: too many failed, here or elsewhere. Nothing was changed; try again ${
        fault.againAt === undefined ? 'later' : `after ${new Date(fault.againAt).toISOString()}`
      }.`;
    case 'relay-refused':
      return 'The relay could not make sure that the secret is right. Nothing was changed.';
    case 'already-connected':
      return 'This integration is connected here already, under another name.';
    case 'vault-locked':
    case 'vault-unavailable':
    case 'vault-lost':
    case 'vault-newer':
    case 'vault-unreadable':
      return sayVaultProblem(fault.kind);
    default:
      return unreachable(fault.kind);
  }
}

export const removeCompanyCommand: Command = command({
  words: 'companies remove',
  usage: '--company NAME [--forget] [--yes]',
  summary: 'takes a company off the list; its history stays. Without --yes it only says what that means',
  options: { company: { type: 'string' }, forget: { type: 'boolean' }, yes: { type: 'boolean' } },
  schema: z.object({
    company: z.string().trim().min(1),
    forget: z.boolean().default(false),
    yes: z.boolean().default(false),
    paths: z.array(z.string()).max(0, 'nothing else is expected'),
  }),
  run: async (input, call) => {
    const company = await findCompany(call.client, input.company);
    if (!company.ok) {
      call.complain(company.failure);
      return EXIT.no;
    }
    const of = { companyId: company.value.id };
    const means = input.yes ? await call.client.companies.remove({ ...of, forget: input.forget }) : await call.client.companies.removal(of);
    if (!means.ok) {
      call.complain('The company is no longer there.');
      return EXIT.no;
    }
    call.answer({ ...means.value, removed: input.yes }, linesOf(means.value, input.forget));
    if (input.yes) return EXIT.done;
    call.complain('Nothing was changed. Say it again with --yes to remove it.');
    return EXIT.no;
  },
});

function linesOf({ folders, unsent, unanswered }: RemovalView, forget: boolean): readonly string[] {
  return [
    `folders no longer watched: ${folders} (no file is touched)`,
    `documents that are not sent: ${unsent}`,
    `documents whose result is not read: ${unanswered}`,
    ...(forget ? FORGOTTEN : KEPT),
    'connect the same integration again to take it up: nothing is sent twice',
  ];
}

const KEPT = [
  'the history stays; its secret leaves the vault, and this computer its place at the relay',
  'the relay keeps the results for the other computers of the company (--forget has them deleted)',
];

const FORGOTTEN = [
  'the history stays; its secret leaves the vault when the relay has confirmed the deletion, and this computer its place at the relay',
  'no other computer of the company gets its results any more, and after 7 days the relay deletes those that it keeps',
  'connect the same integration again before then, on any computer, to get all of them back',
];
