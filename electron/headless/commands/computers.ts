import { z } from 'zod';
import type { ComputersFault } from '#shared/app-api/faults.ts';
import type { ComputersView } from '#shared/app-api/views.ts';
import { type Call, type Command, command } from './support/command.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { findCompany } from './support/find-company.ts';
import { table } from './support/say.ts';
import { browserIdSchema, type SignedIn } from '#shared/app-api/browsers-contract.ts';
import type { WallMs } from '#shared/lib/duration.ts';

const company = z.string().trim().min(1);
const NO_PATHS = z.array(z.string()).max(0, 'nothing else is expected');

/** Lists the computers that read a company's results, removes one, and gives a copied profile an identity of its own. */
export const computerCommands: readonly Command[] = [
  command({
    words: 'companies computers',
    usage: '--company NAME',
    summary: 'the computers that read its results from the relay',
    options: { company: { type: 'string' } },
    schema: z.object({ company, paths: NO_PATHS }),
    run: (input, call) => printComputers(call, input, (companyId) => call.client.companies.computers({ companyId })),
  }),
  command({
    words: 'companies remove-computer',
    usage: '--company NAME --computer ID',
    summary: 'one of them reads them no more: it was sold, lost or stolen. Connecting the company there again needs its secret',
    options: { company: { type: 'string' }, computer: { type: 'string' } },
    schema: z.object({ company, computer: z.guid(), paths: NO_PATHS }),
    run: (input, call) =>
      printComputers(call, input, (companyId) => call.client.companies.sendAway({ companyId, deviceId: input.computer })),
  }),
  command({
    words: 'companies new-identity',
    usage: '',
    summary: 'this installation comes to the relay under an identity of its own, with its history: for a profile that was copied',
    options: {},
    schema: z.object({ paths: NO_PATHS }),
    needs: () => 'running',
    run: async (_, call) => {
      const renewed = await call.client.companies.newIdentity();
      if (renewed.ok) {
        call.answer({ renewed: true }, [
          'This installation is a computer of its own at the relay now, with its history and its companies.',
        ]);
        return EXIT.done;
      }
      call.complain(`Nothing was changed: ${renewed.failure.kind}.`);
      return EXIT.no;
    },
  }),
];

type Asked = Awaited<ReturnType<Call['client']['companies']['computers']>>;

type Wanted = { readonly company: string };

async function printComputers(call: Call, wanted: Wanted, ask: (companyId: string) => Promise<Asked>): Promise<ExitCode> {
  const found = await findCompany(call.client, wanted.company);
  if (!found.ok) {
    call.complain(found.failure);
    return EXIT.no;
  }
  const answer = await ask(found.value.id);
  if (!answer.ok) {
    call.complain(WORDS[answer.failure.kind]);
    return EXIT.no;
  }
  call.answer(answer.value.computers, linesOf(answer.value));
  return EXIT.done;
}

const WORDS: Readonly<Record<ComputersFault['kind'], string>> = {
  'not-found': 'The relay shows no such computer.',
  'relay-unreachable': 'The relay cannot be reached now. Nothing was changed.',
};

function linesOf({ computers }: ComputersView): readonly string[] {
  const rows = computers.map(({ deviceId, name, since, here }) => [
    deviceId,
    name,
    new Date(since).toISOString().slice(0, 10),
    here ? 'this one' : '',
  ]);
  return table([['computer', 'name', 'since', ''], ...rows]);
}

const ALL_OR_ONE = 'name one id of "browsers", or --all';

/** Lists the browsers that are signed in to the running host, and signs out one or all of them. */
export const browserCommands: readonly Command[] = [
  command({
    words: 'browsers end',
    usage: 'ID | --all',
    summary: 'signs a browser out of the window at once, by its id (see "browsers"), or all of them; each wants a new address then',
    options: { all: { type: 'boolean' } },
    schema: z
      .object({ all: z.boolean().default(false), paths: z.array(browserIdSchema).max(1, ALL_OR_ONE) })
      .refine(({ all, paths }) => all === (paths.length === 0), { path: ['paths'], message: ALL_OR_ONE }),
    needs: () => 'host',
    run: async ({ paths: [id] }, call) => (id === undefined ? endAll(call) : endOne(call, id)),
  }),
  command({
    words: 'browsers',
    usage: '',
    summary: 'lists the browsers that are signed in to the window of the running host',
    options: {},
    schema: z.object({ paths: z.array(z.string()).max(0, 'nothing else is expected') }),
    needs: () => 'host',
    run: async (_, call) => {
      const { browsers } = await clientOf(call).list();
      const listed = browsers.map(({ own: _own, ...told }) => told);
      call.answer(listed, listed.length === 0 ? [] : table([['id', 'browser', 'signed in', 'last used'], ...browsers.map(rowOf)]));
      if (listed.length === 0) call.complain('No browser is signed in.');
      return EXIT.done;
    },
  }),
];

async function endOne(call: Call, id: string): Promise<ExitCode> {
  const ended = await clientOf(call).end({ id });
  if (ended.ok) {
    call.answer(ended.value, ['This browser is signed out.']);
    return EXIT.done;
  }
  call.complain('No browser of this id is signed in. Nothing was changed; "browsers" lists them.');
  return EXIT.no;
}

async function endAll(call: Call): Promise<ExitCode> {
  const answer = await clientOf(call).endAll();
  call.answer(answer, [`Signed out: ${answer.ended}. Addresses that were not opened yet are no longer good; "url" gives a new one.`]);
  return EXIT.done;
}

function clientOf({ browsers }: Call): NonNullable<Call['browsers']> {
  if (browsers === undefined) throw new Error('a command that needs a host is run by one');
  return browsers;
}

function rowOf({ id, browser, system, signedInAt, usedAt }: SignedIn): readonly string[] {
  const name = browser === null ? 'A browser' : system === null ? browser : `${browser} on ${system}`;
  return [id, name, minuteOf(signedInAt), minuteOf(usedAt)];
}

/** In this computer's time zone. */
function minuteOf(at: WallMs): string {
  return new Date(at).toLocaleString('sv-SE').slice(0, 'YYYY-MM-DD hh:mm'.length);
}
