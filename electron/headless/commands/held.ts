import { z } from 'zod';
import type { BulkArrivalAnswer, BulkArrivalView } from '#shared/app-api/views.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { itemIdSchema } from '#shared/domain/ids.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import { type Command, command } from './support/command.ts';
import { EXIT } from '../exit-codes.ts';
import { findCompany } from './support/find-company.ts';

const answerSchema = z.union(
  [
    z.enum(['all', 'none']).transform((kind): BulkArrivalAnswer => ({ kind })),
    // A day in this computer's time zone.
    z.iso.date().transform((day): BulkArrivalAnswer => ({ kind: 'since', at: wallMs(new Date(`${day}T00:00`).getTime()) })),
  ],
  'is all, none or a day such as 2026-01-31',
);

function sayBulkArrival({ count, oldest, newest }: BulkArrivalView): string {
  if (count === 0) return 'No file waits for your decision.';
  const span = oldest === null || newest === null ? '' : `, written from ${dayOf(oldest)} to ${dayOf(newest)}`;
  return `${count} files that were there before, or came all at once, wait for your decision${span}; "flood --send all", "none" or a day sends them, ignores them, or sends those since`;
}

/** In this computer's time zone. */
function dayOf(at: WallMs): string {
  return new Date(at).toLocaleDateString('sv-SE');
}

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
      if (input.send === undefined) {
        const bulkArrival = await call.client.items.bulkArrival(of);
        call.answer(bulkArrival, [sayBulkArrival(bulkArrival)]);
      } else {
        const answered = await call.client.items.answerBulkArrival({ ...of, answer: input.send });
        call.answer(answered, [`${answered.sent} are sent, ${answered.aside} are ignored; "allow" sends those one by one`]);
      }
      return EXIT.done;
    },
  }),
  command({
    words: 'allow',
    usage: 'ID…',
    summary: 'sends documents that were held or ignored, by their id (see "documents --json")',
    options: {},
    schema: z.object({ paths: z.array(itemIdSchema).min(1, 'at least one id is expected').max(500, 'at most 500 ids') }),
    run: async (input, call) => {
      const { allowed } = await call.client.items.allow({ itemIds: input.paths });
      call.answer({ allowed }, [`${allowed} of ${input.paths.length} are sent now`]);
      return allowed === input.paths.length ? EXIT.done : EXIT.no;
    },
  }),
];
