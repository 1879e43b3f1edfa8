import { z } from 'zod';
import type { RemovalView } from '#shared/app-api/views.ts';
import { type Command, command } from './support/command.ts';
import { EXIT } from '../exit-codes.ts';
import { findCompany } from './support/find-company.ts';

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
