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
  resolve: 'these refusals were dealt with: they stay refused, and are asked about no more',
  unresolve: 'these refusals were not dealt with after all: they are asked about again',
} as const;

/** The word that a person types; the JSON answer has its participle. */
const TYPED = { resolve: 'settle', unresolve: 'unsettle' } as const;
const WORDS = { resolve: 'were dealt with now', unresolve: 'are asked about again now' } as const;

/** Marks refusals as dealt with, on the telephone or otherwise, and undoes it. */
export const resolveCommands: readonly Command[] = (['resolve', 'unresolve'] as const).map((verb) =>
  command({
    words: `documents ${TYPED[verb]}`,
    usage,
    summary: SUMMARIES[verb],
    options,
    schema,
    run: async ({ paths }, call) => {
      const meant = await namedDocuments(call, { states: ['refused'], settled: verb === 'unresolve' }, byNumberOrId(paths));
      const itemIds = meant.map(({ id }) => id);
      const count = await decided(call, verb, itemIds);
      call.answer({ [`${TYPED[verb]}d`]: count }, [`${count} of ${paths.length} ${WORDS[verb]}`]);
      return count === paths.length ? EXIT.done : EXIT.no;
    },
  }),
);

async function decided({ client: { items } }: Call, verb: keyof typeof TYPED, itemIds: ItemId[]): Promise<number> {
  if (itemIds.length === 0) return 0;
  return verb === 'resolve' ? (await items.resolve({ itemIds })).resolved : (await items.unresolve({ itemIds })).unresolved;
}
