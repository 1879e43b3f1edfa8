import { z } from 'zod';
import type { FloodAnswer } from '#shared/app-api/views.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { itemIdSchema } from '#shared/domain/ids.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { type Command, command } from './command.ts';
import { EXIT } from '../exit-codes.ts';
import { findCompany } from './find-company.ts';

const answerSchema = z.union(
  [
    z.enum(['all', 'none']).transform((kind): FloodAnswer => ({ kind })),
    // The day as this computer's calendar has it.
    z.iso.date().transform((day): FloodAnswer => ({ kind: 'since', at: wallMs(new Date(`${day}T00:00`).getTime()) })),
  ],
  'is all, none or a day such as 2026-01-31',
);

export const heldCommands: readonly Command[] = [
  command({
    words: 'flood',
    usage: '[--company NAME] [--send all|none|YYYY-MM-DD]',
    summary: 'tells of the files that were there before or came all at once, or says which of them are sent',
    options: { company: { type: 'string' }, send: { type: 'string' } },
    schema: z.object({ company: z.string().optional(), send: answerSchema.optional(), paths: z.array(z.string()).max(0) }),
    run: async (input, call) => {
      const of: { companyId?: CompanyId } = {};
      if (input.company !== undefined) {
        const company = await findCompany(call.client, input.company);
        if (!company.ok) {
          call.complain(company.failure);
          return EXIT.no;
        }
        of.companyId = company.value.id;
      }
      const said =
        input.send === undefined ? await call.client.items.flood(of) : await call.client.items.answerFlood({ ...of, answer: input.send });
      call.print(JSON.stringify(said));
      return EXIT.done;
    },
  }),
  command({
    words: 'allow',
    usage: 'ID…',
    summary: 'sends documents that were held or put aside, by their id (see "documents --json")',
    options: {},
    schema: z.object({ paths: z.array(itemIdSchema).min(1, 'at least one id is expected').max(500, 'at most 500 ids') }),
    run: async (input, call) => {
      const { allowed } = await call.client.items.allow({ itemIds: input.paths });
      call.print(JSON.stringify({ allowed }));
      return allowed === input.paths.length ? EXIT.done : EXIT.no;
    },
  }),
];
