import { z } from 'zod';
import { documentIdSchema } from '#shared/contract/ids.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { type Call, type Command, command, EXIT } from './command.ts';

const PAGE = 500;
/** More unanswered documents than anybody asks about in one go. */
const PAGES_MAX = 100;

export const documentsAskedCommand: Command = command({
  words: 'documents asked',
  usage: 'DOCUMENT…   (document numbers)',
  summary: 'the accountant was asked about these: quiet until as many days have gone by again',
  options: {},
  schema: z.object({ paths: z.array(documentIdSchema).min(1, 'a document number is expected').max(PAGE) }),
  run: async (input, call) => {
    const itemIds = await asking(call, new Set<string>(input.paths));
    const { asked } = itemIds.length === 0 ? { asked: 0 } : await call.client.items.asked({ itemIds: [...itemIds] });
    call.print(`${asked} of ${input.paths.length}`);
    return asked === input.paths.length ? EXIT.done : EXIT.no;
  },
});

async function asking({ client }: Call, documentIds: ReadonlySet<string>): Promise<readonly ItemId[]> {
  const found: ItemId[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const page: Awaited<ReturnType<Call['client']['items']['list']>> = await client.items.list({
      states: [],
      asking: true,
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    for (const { id, state } of page.items) {
      if ('documentId' in state && state.documentId !== null && documentIds.has(state.documentId)) found.push(id);
    }
    if (page.next === null) break;
    after = page.next;
  }
  return found;
}
