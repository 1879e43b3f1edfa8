import { z } from 'zod';
import type { Item } from '#shared/domain/item.ts';
import type { ItemStateKind } from '#shared/domain/item-state.ts';
import { type Command, command, EXIT } from './command.ts';
import { findCompany } from './find-company.ts';
import { stateReason } from './state-reason.ts';
import { table } from './table.ts';

const STATES = [
  'held',
  'aside',
  'unfit',
  'waiting',
  'uploading',
  'awaiting',
  'accepted',
  'refused',
] as const satisfies readonly ItemStateKind[];
const PAGE = 500;
/** A terminal is not the place for more; a program that wants all of them says so. */
const LIMIT_DEFAULT = 1_000;

export const documentsCommand: Command = command({
  words: 'documents',
  usage: `[--json] [--company NAME] [--limit N] [--asking] [--state ${STATES.join('|')}]…`,
  summary: 'lists the documents and what became of them',
  options: {
    json: { type: 'boolean' },
    company: { type: 'string' },
    limit: { type: 'string' },
    asking: { type: 'boolean' },
    state: { type: 'string', multiple: true },
  },
  schema: z.object({
    json: z.boolean().default(false),
    company: z.string().optional(),
    limit: z.coerce.number().int().min(1).max(1_000_000).default(LIMIT_DEFAULT),
    /** Also those that ask for a person because no answer came. */
    asking: z.boolean().default(false),
    state: z.array(z.enum(STATES)).optional(),
    paths: z.array(z.string()).max(0, 'nothing else is expected'),
  }),
  run: async (input, call) => {
    const filter: { companyId?: Item['companyId']; states?: ItemStateKind[]; asking: boolean } = { asking: input.asking };
    if (input.state !== undefined) filter.states = input.state;
    if (input.company !== undefined) {
      const company = await findCompany(call.client, input.company);
      if (!company.ok) {
        call.complain(company.failure);
        return EXIT.no;
      }
      filter.companyId = company.value.id;
    }
    const items: Item[] = [];
    for (let after: string | null = ''; after !== null && items.length < input.limit; ) {
      const limit = Math.min(PAGE, input.limit - items.length);
      const page = await call.client.items.list({ ...filter, limit, ...(after === '' ? {} : { after }) });
      items.push(...page.items);
      after = page.next;
    }
    if (input.json) call.print(JSON.stringify(items, null, 2));
    else for (const line of table([['file', 'type', 'state', 'reason', 'document'], ...items.map(rowOf)])) call.print(line);
    return EXIT.done;
  },
});

function rowOf({ name, importType, state }: Item): readonly string[] {
  return [name, importType, state.kind, stateReason(state), 'documentId' in state ? (state.documentId ?? '') : ''];
}
