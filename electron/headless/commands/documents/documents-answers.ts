import { z } from 'zod';
import type { NoteFault } from '#shared/app-api/faults.ts';
import type { TypeDecided } from '#shared/app-api/views.ts';
import { type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import { isToBeRemoved } from '#shared/domain/type-decision.ts';
import { type Call, type Command, command, readNote } from '../support/command.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { ITEMS_MAX } from '#shared/app-api/list/item-filter.ts';
import { noteSchema } from '#shared/domain/item/note.ts';
import { sentBeforeAnswerSchema, sentBeforeWaySchema } from '#shared/domain/item/sent-before/sent-before.ts';
import { byNumberOrId, namedDocuments } from '../support/find-company.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { unprovenOf } from '#shared/domain/results/unproven.ts';
import type { AllTheSame } from '#shared/domain/item/all-the-same.ts';
import { documentIdSchema } from '#shared/contract/ids.ts';

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

/** Answers whether documents are sent that are like one that was sent before. */
export const sentBeforeCommand: Command = command({
  words: 'documents sent-before',
  usage: 'leave|send [--note TEXT] [--always] [--all [--way same|grown|changed]] [ID…]   (ids of "documents --json")',
  summary:
    'says what becomes of documents that have the pages of a sent one, or took its place: they are not sent, or sent as new ones; --note goes with them to the accountant ("-" reads it from standard input), --always sets their folders to do the same from now on, --all means all that are asked about',
  options: { note: { type: 'string' }, always: { type: 'boolean' }, all: { type: 'boolean' }, way: { type: 'string' } },
  schema: z
    .object({
      note: noteSchema.optional(),
      always: z.boolean().default(false),
      all: z.boolean().default(false),
      way: sentBeforeWaySchema.optional(),
      paths: z.tuple([sentBeforeAnswerSchema], itemIdSchema),
    })
    .refine(({ all, paths }) => all === (paths.length === 1), 'either ids or --all is expected')
    .refine(({ all, way }) => all || way === undefined, '--way goes with --all'),
  run: async ({ paths: [answer, ...named], note: typed, always, all, way }, call) => {
    const read = await readNote(typed, call);
    if (!read.ok) return no(call, read.failure);
    const note = read.value;
    const itemIds = all ? await askedAbout(call, way) : named;
    const done = { sent: 0, left: 0, always: 0 };
    for (let at = 0; at < itemIds.length; at += ITEMS_MAX) {
      const of = { itemIds: itemIds.slice(at, at + ITEMS_MAX) };
      const some = await call.client.items.answerSentBefore({ of, answer, always, ...(note === undefined ? {} : { note }) });
      done.sent += some.sent;
      done.left += some.left;
      done.always = Math.max(done.always, some.always);
    }
    const also = done.always === 0 ? '' : '; their folders do the same from now on (see "folders change")';
    call.answer(done, [`${done.sent} are sent now, ${done.left} are not sent; "documents ignore --undo" takes that back${also}`]);
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

/** Writes, changes or removes the note to the accountant, as long as nothing of the document has left. */
export const documentsNoteCommand: Command = command({
  words: 'documents note',
  usage: 'ID TEXT   (id of "documents --json"; "-" reads the text from standard input, an empty one removes the note)',
  summary: 'the note to the accountant that goes with a document; it can be changed until the document is sent',
  options: {},
  schema: z.object({ paths: z.tuple([itemIdSchema, noteSchema], 'one id and one text are expected; put the text in quotes') }),
  run: async ({ paths: [itemId, typed] }, call) => {
    const text = await readNote(typed, call);
    if (!text.ok) return no(call, text.failure);
    const noted = await call.client.items.note({ itemId, text: text.value });
    if (!noted.ok) return no(call, `${itemId}: ${NOTE_FAULTS[noted.failure.kind]}`);
    const note = noted.value.comment ?? null;
    call.answer({ id: itemId, note }, [note === null ? `${itemId}: goes without a note` : `${itemId}: goes with this note:\n${note}`]);
    return EXIT.done;
  },
});

const NOTE_FAULTS: Readonly<Record<NoteFault['kind'], string>> = {
  'not-found': 'There is no document of this id: see "documents".',
  'too-late': 'It has been sent, or is being sent, so its note can no longer be changed. Tell the accountant in another way.',
  'not-to-be-sent': 'It is ignored, replaced, a part of another one, or cannot be sent, so a note would go nowhere. See "documents".',
};

function no(call: Call, line: string): ExitCode {
  call.complain(line);
  return EXIT.no;
}

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

/** Sends documents that are unfit only because of their content, not by a rule of the service, when a user says so (C40). */
export const sendAllTheSameCommand: Command = command({
  words: 'documents send-anyway',
  usage: 'ID…   (ids of "documents --json")',
  summary: 'sends unfit documents that are damaged, without pages or locked by a password; the accountant’s tool may refuse them',
  options: {},
  schema: z.object({
    paths: z.array(itemIdSchema).min(1, 'at least one id is expected').max(AT_ONCE, `at most ${AT_ONCE} ids`),
  }),
  run: async ({ paths }, call) => {
    const all: { readonly id: string; readonly became: AllTheSame }[] = [];
    for (const itemId of paths) {
      const { became } = await call.client.items.sendAllTheSame({ itemId });
      all.push({ id: itemId, became });
    }
    const [sent, left] = [all.filter(({ became }) => became === 'sent'), all.filter(({ became }) => became !== 'sent')];
    call.answer(all, sent.map(say));
    for (const one of left) call.complain(say(one));
    return left.length === 0 ? EXIT.done : EXIT.no;
  },
});

function say({ id, became }: { readonly id: string; readonly became: AllTheSame }): string {
  return `${id}: ${SAYS[became]}`;
}

const SAYS: Readonly<Record<AllTheSame, string>> = {
  sent: 'it waits to be sent, as it is',
  asked: 'The same file is known as the other type, so it is held. See "documents"; "allow" sends it.',
  gone: 'Its file is no longer where it was, so nothing was sent.',
  changed: 'Its file has changed, so nothing was sent. The changed file is looked at by itself.',
  'in-cloud': 'Its content is in the cloud only by now, so nothing was sent. Open the file once.',
  unreadable: 'Its file cannot be read now, so nothing was sent: another program is using it, or its disk does not answer.',
  'not-fit': 'Its file begins as nothing that can be sent.',
  'not-offered':
    'No unfit document of this id has a content that could be sent: see "documents". What the import service does not take by its rules cannot be sent.',
};

export const documentsAskedCommand: Command = command({
  words: 'documents asked',
  usage: 'DOCUMENT…   (document numbers)',
  summary: 'the accountant was asked about these: quiet until as many days have gone by again',
  options: {},
  schema: z.object({ paths: z.array(documentIdSchema).min(1, 'a document number is expected').max(AT_ONCE) }),
  run: async (input, call) => {
    const itemIds = (await namedDocuments(call, { states: [], asking: true }, byNumberOrId(input.paths))).map(({ id }) => id);
    const { asked } = itemIds.length === 0 ? { asked: 0 } : await call.client.items.asked({ itemIds });
    call.answer({ asked }, [`${asked} of ${input.paths.length} are quiet now, until as many days have gone by again`]);
    return asked === input.paths.length ? EXIT.done : EXIT.no;
  },
});
