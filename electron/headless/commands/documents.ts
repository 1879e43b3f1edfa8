import { z } from 'zod';
import { STATE_KINDS } from '#shared/app-api/item-filter.ts';
import type { Drop } from '#shared/app-api/views.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { type Command, command } from './support/command.ts';
import { EXIT } from '../exit-codes.ts';
import { narrowedBy } from './support/narrowed-by.ts';
import { stateReason } from './support/state-reason.ts';
import { table } from './support/table.ts';

const PAGE = 500;
/** More is not useful on a terminal; a program that wants all documents passes --limit. */
const LIMIT_DEFAULT = 1_000;

export const documentsCommand: Command = command({
  words: 'documents',
  usage: `[--company NAME] [--limit N] [--asking] [--state ${STATE_KINDS.join('|')}]…`,
  summary: 'lists the documents and what became of them',
  options: {
    company: { type: 'string' },
    limit: { type: 'string' },
    asking: { type: 'boolean' },
    state: { type: 'string', multiple: true },
  },
  schema: z.object({
    company: z.string().optional(),
    limit: z.coerce.number().int().min(1).max(1_000_000).default(LIMIT_DEFAULT),
    /** Also documents that need a person because no answer came, or none that is proven. */
    asking: z.boolean().default(false),
    state: z.array(z.enum(STATE_KINDS)).optional(),
    paths: z.array(z.string()).max(0, 'nothing else is expected'),
  }),
  run: async (input, call) => {
    const narrowed = await narrowedBy(call.client, input);
    if (!narrowed.ok) {
      call.complain(narrowed.failure);
      return EXIT.no;
    }
    const filter = { ...narrowed.value, asking: input.asking, unproven: input.asking };
    const items: Listed[] = [];
    for (let after: string | null = ''; after !== null && items.length < input.limit; ) {
      const limit = Math.min(PAGE, input.limit - items.length);
      const page = await call.client.items.list({ ...filter, limit, ...(after === '' ? {} : { after }) });
      items.push(...page.items.map((item) => ({ ...item, foundAgain: page.drops?.[item.id] ?? [] })));
      after = page.next;
    }
    call.answer(items, items.length === 0 ? [] : table([['file', 'type', 'state', 'reason', 'document'], ...items.map(rowOf)]));
    if (items.length === 0) call.complain(isNarrowed(input) ? 'There is no such document.' : 'No documents yet.');
    return EXIT.done;
  },
});

type Narrowing = { readonly company?: string | undefined; readonly asking: boolean; readonly state?: readonly string[] | undefined };

function isNarrowed({ company, asking, state = [] }: Narrowing): boolean {
  return company !== undefined || asking || state.length > 0;
}

type Listed = Item & { readonly foundAgain: readonly Drop[] };

function rowOf(item: Listed): readonly string[] {
  const { name, importType, state } = item;
  const reasons = [stateReason(state), ...howToAnswer(item), ...sentBefore(item)].filter((reason) => reason !== '');
  return [name, importType, state.kind, reasons.join('; '), 'documentId' in state ? (state.documentId ?? '') : ''];
}

/** A question that a command answers. */
function howToAnswer({ id, state }: Listed): readonly string[] {
  if (state.kind !== 'held' || state.question.kind !== 'other-type') return [];
  return [`known as a purchase and as a sale; "documents is purchase|sale|both ${id}" says what it is`];
}

/** What happened to the same content earlier. */
function sentBefore({ sentElsewhere, receivedAt, foundAgain: [newest, ...rest] }: Listed): readonly string[] {
  const on = receivedAt === null ? '' : ` on ${day(receivedAt)}`;
  const elsewhere = sentElsewhere ? [`already sent elsewhere${on}`] : [];
  if (newest === undefined) return elsewhere;
  const times = rest.length === 0 ? '' : ` (and ${rest.length} times before)`;
  return [...elsewhere, `found again on ${day(newest.at)}${times}, sent once`];
}

function day(at: WallMs): string {
  return new Date(at).toISOString().slice(0, 10);
}
