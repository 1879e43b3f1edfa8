import { z } from 'zod';
import { itemIdSchema } from '#shared/domain/ids.ts';
import { type Command, command } from './support/command.ts';
import { EXIT } from '../exit-codes.ts';
import { bulkArrivalCommand } from './flood.ts';

export const heldCommands: readonly Command[] = [
  bulkArrivalCommand,
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
