import { z } from 'zod';
import type { ComputersFault } from '#shared/app-api/faults.ts';
import type { ComputersView } from '#shared/app-api/views.ts';
import { type Call, type Command, command } from './support/command.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { findCompany } from './support/find-company.ts';
import { table } from './support/say.ts';

const company = z.string().trim().min(1);
const paths = z.array(z.string()).max(0, 'nothing else is expected');

/** Lists the computers that read a company's results, removes one, and gives a copied profile an identity of its own. */
export const computerCommands: readonly Command[] = [
  command({
    words: 'companies computers',
    usage: '--company NAME',
    summary: 'the computers that read its results from the relay',
    options: { company: { type: 'string' } },
    schema: z.object({ company, paths }),
    run: (input, call) => printComputers(call, input, (companyId) => call.client.companies.computers({ companyId })),
  }),
  command({
    words: 'companies remove-computer',
    usage: '--company NAME --computer ID',
    summary: 'one of them reads them no more: it was sold, lost or stolen. Connecting the company there again needs its secret',
    options: { company: { type: 'string' }, computer: { type: 'string' } },
    schema: z.object({ company, computer: z.guid(), paths }),
    run: (input, call) =>
      printComputers(call, input, (companyId) => call.client.companies.sendAway({ companyId, deviceId: input.computer })),
  }),
  command({
    words: 'companies new-identity',
    usage: '',
    summary: 'this installation comes to the relay under an identity of its own, with its history: for a profile that was copied',
    options: {},
    schema: z.object({ paths }),
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
