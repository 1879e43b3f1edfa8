import { z } from 'zod';
import type { ItemId } from '#shared/domain/ids.ts';
import { type Call, type Command, command, EXIT } from './command.ts';

const PAGE = 500;
/** More refusals than anybody deals with in one go. */
const PAGES_MAX = 100;

const options = { json: { type: 'boolean' } } as const;
const usage = '[--json] ID…   (document numbers, or ids of "documents --json")';
const schema = z.object({
  json: z.boolean().default(false),
  paths: z.array(z.guid()).min(1, 'at least one number or id is expected').max(PAGE, `at most ${PAGE}`),
});

const SUMMARIES = {
  settle: 'these refusals were dealt with: they stay refused, and are asked about no more',
  unsettle: 'these refusals were not dealt with after all: they are asked about again',
} as const;

/** A refusal that was dealt with, on the telephone or otherwise; and the way back. */
export const settleCommands: readonly Command[] = (['settle', 'unsettle'] as const).map((verb) =>
  command({
    words: `documents ${verb}`,
    usage,
    summary: SUMMARIES[verb],
    options,
    schema,
    run: async ({ json, paths }, call) => {
      const itemIds = [...(await refused(call, paths, verb === 'unsettle'))];
      const count = await decided(call, verb, itemIds);
      call.print(json ? JSON.stringify({ [`${verb}d`]: count }) : `${count} of ${paths.length}`);
      return count === paths.length ? EXIT.done : EXIT.no;
    },
  }),
);

async function decided({ client: { items } }: Call, verb: 'settle' | 'unsettle', itemIds: ItemId[]): Promise<number> {
  if (itemIds.length === 0) return 0;
  return verb === 'settle' ? (await items.settle({ itemIds })).settled : (await items.unsettle({ itemIds })).unsettled;
}

/** A document has a number at the service, which a person knows, and an id here, which a program does. */
async function refused({ client }: Call, named: readonly string[], settled: boolean): Promise<readonly ItemId[]> {
  const wanted = new Set(named.map((one) => one.toLowerCase()));
  const found: ItemId[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const page: Awaited<ReturnType<Call['client']['items']['list']>> = await client.items.list({
      states: ['refused'],
      settled,
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    for (const { id, state } of page.items) {
      if (wanted.has(id) || (state.kind === 'refused' && wanted.has(state.documentId))) found.push(id);
    }
    if (page.next === null) break;
    after = page.next;
  }
  return found;
}
