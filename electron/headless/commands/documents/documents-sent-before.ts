import { z } from 'zod';
import { ITEMS_MAX } from '#shared/app-api/list/item-list.ts';
import { COMMENT_CHARACTERS_MAX } from '#shared/contract/limits.ts';
import { type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import { sentBeforeAnswerSchema, sentBeforeWaySchema } from '#shared/domain/item/sent-before/sent-before.ts';
import { EXIT } from '../../exit-codes.ts';
import { type Call, type Command, command } from '../support/command.ts';
import { namedDocuments } from '../support/named-documents.ts';

/** Answers whether documents are sent that are like one that was sent before. */
export const sentBeforeCommand: Command = command({
  words: 'documents sent-before',
  usage: 'leave|send [--note TEXT] [--always] [--all [--way same|grown|changed]] [ID…]   (ids of "documents --json")',
  summary:
    'says what becomes of documents that have the pages of a sent one, or took its place: they are not sent, or sent as new ones; --note goes with them to the accountant, --always sets their folders to do the same from now on, --all means all that are asked about',
  options: { note: { type: 'string' }, always: { type: 'boolean' }, all: { type: 'boolean' }, way: { type: 'string' } },
  schema: z
    .object({
      note: z.string().max(COMMENT_CHARACTERS_MAX).optional(),
      always: z.boolean().default(false),
      all: z.boolean().default(false),
      way: sentBeforeWaySchema.optional(),
      paths: z.tuple([sentBeforeAnswerSchema], itemIdSchema),
    })
    .refine(({ all, paths }) => all === (paths.length === 1), 'either ids or --all is expected')
    .refine(({ all, way }) => all || way === undefined, '--way goes with --all'),
  run: async ({ paths: [answer, ...named], note, always, all, way }, call) => {
    const itemIds = all ? await askedAbout(call, way) : named;
    const done = { sent: 0, left: 0, always: 0 };
    for (let at = 0; at < itemIds.length; at += ITEMS_MAX) {
      const of = { itemIds: itemIds.slice(at, at + ITEMS_MAX) };
      const some = await call.client.items.answerSentBefore({ of, answer, always, ...(note === undefined ? {} : { note }) });
      done.sent += some.sent;
      done.left += some.left;
      done.always = Math.max(done.always, some.always);
    }
    const settled = done.always === 0 ? '' : '; their folders do the same from now on (see "folders change")';
    call.answer(done, [`${done.sent} are sent now, ${done.left} are not sent; "documents ignore --undo" takes that back${settled}`]);
    const isAll = done.sent + done.left === itemIds.length;
    if (!isAll)
      call.complain(`${itemIds.length - done.sent - done.left} are not asked about, or not any more; nothing was changed about them.`);
    return isAll ? EXIT.done : EXIT.no;
  },
});

async function askedAbout(call: Call, way: z.infer<typeof sentBeforeWaySchema> | undefined): Promise<ItemId[]> {
  const held = await namedDocuments(call, { states: ['held'] }, ({ state }) => {
    if (state.kind !== 'held' || state.question.kind !== 'sent-before') return false;
    return way === undefined || state.question.way === way;
  });
  return held.map(({ id }) => id);
}
