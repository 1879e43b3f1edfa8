import { z } from 'zod';
import type { ItemId } from '#shared/domain/ids.ts';
import { type Call, type Command, command } from './support/command.ts';
import { EXIT } from '../exit-codes.ts';
import { byNumberOrId, namedDocuments } from './support/named-documents.ts';

const AT_ONCE = 500;

const options = {} as const;
const usage = 'ID…   (document numbers, or ids of "documents --json")';
const schema = z.object({
  paths: z.array(z.guid()).min(1, 'at least one number or id is expected').max(AT_ONCE, `at most ${AT_ONCE}`),
});

const SUMMARIES = {
  settle: 'these refusals were dealt with: they stay refused, and are asked about no more',
  unsettle: 'these refusals were not dealt with after all: they are asked about again',
} as const;

const WORDS = { settle: 'were dealt with now', unsettle: 'are asked about again now' } as const;

/** Marks refusals as dealt with, on the telephone or otherwise, and undoes it. */
export const settleCommands: readonly Command[] = (['settle', 'unsettle'] as const).map((verb) =>
  command({
    words: `documents ${verb}`,
    usage,
    summary: SUMMARIES[verb],
    options,
    schema,
    run: async ({ paths }, call) => {
      const meant = await namedDocuments(call, { states: ['refused'], settled: verb === 'unsettle' }, byNumberOrId(paths));
      const itemIds = meant.map(({ id }) => id);
      const count = await decided(call, verb, itemIds);
      call.answer({ [`${verb}d`]: count }, [`${count} of ${paths.length} ${WORDS[verb]}`]);
      return count === paths.length ? EXIT.done : EXIT.no;
    },
  }),
);

async function decided({ client: { items } }: Call, verb: 'settle' | 'unsettle', itemIds: ItemId[]): Promise<number> {
  if (itemIds.length === 0) return 0;
  return verb === 'settle' ? (await items.settle({ itemIds })).settled : (await items.unsettle({ itemIds })).unsettled;
}
