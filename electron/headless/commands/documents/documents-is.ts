import { z } from 'zod';
import type { TypeDecided } from '#shared/app-api/views.ts';
import { itemIdSchema } from '#shared/domain/ids.ts';
import { isToBeRemoved } from '#shared/domain/type-decision.ts';
import { type Call, type Command, command } from '../support/command.ts';
import { EXIT } from '../../exit-codes.ts';

const TYPES = { purchase: 'purchase-invoices', sale: 'sales-invoices' } as const;

/** Answers "purchase or sale?" about one document. */
export const documentsIsCommand: Command = command({
  words: 'documents is',
  usage: 'purchase|sale|both ID',
  summary: 'says of a file that is known as a purchase and as a sale what it is, by the id of "documents --json"',
  options: {},
  schema: z.object({
    paths: z.tuple([z.enum(['purchase', 'sale', 'both']), itemIdSchema], 'purchase, sale or both is expected, and one id'),
  }),
  run: async ({ paths: [type, itemId] }, call) => {
    const found = await call.client.items.get({ itemId });
    const own = found.ok ? found.value.item.importType : null;
    const as = type === 'both' ? 'both' : own === TYPES[type] ? 'this' : 'other';
    const decided = own === null ? ({ became: 'not-asked' } as const) : await call.client.items.decideType({ itemId, as });
    const lines = await readLines(call, decided, as === 'this');
    call.answer(decided, lines);
    return decided.became === 'decided' ? EXIT.done : EXIT.no;
  },
});

async function readLines({ client }: Call, decided: TypeDecided, isThis: boolean): Promise<readonly string[]> {
  if (decided.became === 'not-asked') return ['Nobody asks that about this document, or not any more; nothing was changed.'];
  const { sent, aside, standing, otherId } = decided;
  const done = `${sent.length} are sent now, ${aside.length} are ignored`;
  if (!isThis || !isToBeRemoved(standing)) return [done];
  const other = otherId === null ? null : await client.items.get({ itemId: otherId });
  const state = other?.ok === true ? other.value.item.state : null;
  const number = state !== null && 'documentId' in state && state.documentId !== null ? `, document ${state.documentId}` : '';
  return [done, `The other one has left already (${standing}${number}) and cannot be taken back: ask the accountant to remove it.`];
}
