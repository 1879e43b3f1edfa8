import { z } from 'zod';
import { documentIdSchema } from '#shared/contract/ids.ts';
import { type Command, command } from './command.ts';
import { EXIT } from '../../exit-codes.ts';
import { byNumberOrId, namedDocuments } from './find-company.ts';

const AT_ONCE = 500;

export const documentsAskedCommand: Command = command({
  words: 'documents asked',
  usage: 'DOCUMENT…   (document numbers)',
  summary: 'the accountant was asked about these: quiet until as many days have gone by again',
  options: {},
  schema: z.object({ paths: z.array(documentIdSchema).min(1, 'a document number is expected').max(AT_ONCE) }),
  run: async (input, call) => {
    const itemIds = (await namedDocuments(call, { states: [], asking: true }, byNumberOrId(input.paths))).map(({ id }) => id);
    const { asked } = itemIds.length === 0 ? { asked: 0 } : await call.client.items.asked({ itemIds });
    call.answer({ asked }, [`${asked} of ${input.paths.length} are quiet now, until as many days have gone by again`]);
    return asked === input.paths.length ? EXIT.done : EXIT.no;
  },
});
