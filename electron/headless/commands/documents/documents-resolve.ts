import { z } from 'zod';
import type { ItemId } from '#shared/domain/ids.ts';
import { type Call, type Command, command } from '../support/command.ts';
import { EXIT } from '../../exit-codes.ts';
import { byNumberOrId, namedDocuments } from '../support/named-documents.ts';

const AT_ONCE = 500;

const options = {} as const;
const usage = 'ID…   (document numbers, or ids of "documents --json")';
const schema = z.object({
  paths: z.array(z.guid()).min(1, 'at least one number or id is expected').max(AT_ONCE, `at most ${AT_ONCE}`),
});

const SUMMARIES = {
  resolve: 'marks these refusals as resolved: they stay refused, and are asked about no more',
  unresolve: 'marks these refusals as unresolved: they are asked about again',
} as const;

const FORMERLY = { resolve: 'settle', unresolve: 'unsettle' } as const;
const WORDS = { resolve: 'are marked as resolved now', unresolve: 'are asked about again now' } as const;

/** Marks refusals as resolved, on the telephone or otherwise, and undoes it. */
export const resolveCommands: readonly Command[] = (['resolve', 'unresolve'] as const).map((verb) =>
  command({
    words: `documents ${verb}`,
    formerly: `documents ${FORMERLY[verb]}`,
    usage,
    summary: SUMMARIES[verb],
    options,
    schema,
    run: async ({ paths }, call) => {
      const meant = await namedDocuments(call, { states: ['refused'], settled: verb === 'unresolve' }, byNumberOrId(paths));
      const itemIds = meant.map(({ id }) => id);
      const count = await decided(call, verb, itemIds);
      call.answer({ [`${verb}d`]: count }, [`${count} of ${paths.length} ${WORDS[verb]}`]);
      return count === paths.length ? EXIT.done : EXIT.no;
    },
  }),
);

async function decided({ client: { items } }: Call, verb: keyof typeof WORDS, itemIds: ItemId[]): Promise<number> {
  if (itemIds.length === 0) return 0;
  return verb === 'resolve' ? (await items.resolve({ itemIds })).resolved : (await items.unresolve({ itemIds })).unresolved;
}
