import { z } from 'zod';
import type { Item } from '#shared/domain/item/item.ts';
import { unprovenOf } from '#shared/domain/results/unproven.ts';
import { type Call, type Command, command } from '../support/command.ts';
import { EXIT } from '../../exit-codes.ts';
import { byNumberOrId, namedDocuments } from '../support/named-documents.ts';

/** The most that one call accepts. */
const AT_ONCE = 500;

export const takeUnprovenCommand: Command = command({
  words: 'documents take-unproven',
  usage: '(ID… | --accepted)   (document numbers, or ids of "documents --json")',
  summary:
    'takes what the relay says of these as their result, though nothing proves it; a refusal by itself alone, --accepted all that say so',
  options: { accepted: { type: 'boolean' } },
  schema: z
    .object({
      accepted: z.boolean().default(false),
      paths: z.array(z.guid()).max(AT_ONCE, `at most ${AT_ONCE}`),
    })
    .refine(({ accepted, paths }) => accepted !== paths.length > 0, 'either numbers or ids are expected, or --accepted'),
  run: async ({ accepted, paths }, call) => {
    const meant = await namedDocuments(call, { states: [], unproven: true }, accepted ? saysAccepted : byNumberOrId(paths));
    const wanted = accepted ? meant.length : paths.length;
    const taken = await takeAll(call, meant);
    call.answer({ taken }, [`${taken} of ${wanted} have the result now that the relay tells`]);
    const left = meant.length > 1 ? meant.filter((item) => !saysAccepted(item)).length : 0;
    if (left > 0) call.complain(`${left} say refused; take each of them by itself, once its reason was read.`);
    return taken === wanted ? EXIT.done : EXIT.no;
  },
});

/** In a call with several documents, the engine skips those whose answer is a refusal. */
async function takeAll({ client }: Call, meant: readonly Item[]): Promise<number> {
  let taken = 0;
  const able = meant.length > 1 ? meant.filter(saysAccepted) : meant;
  for (let at = 0; at < able.length; at += AT_ONCE) {
    const itemIds = able.slice(at, at + AT_ONCE).map(({ id }) => id);
    const says = able.every(saysAccepted) ? 'accepted' : 'refused';
    taken += (await client.items.takeUnproven({ itemIds, says })).taken;
  }
  return taken;
}

function saysAccepted(item: Item): boolean {
  return unprovenOf(item)?.kind === 'accepted';
}
