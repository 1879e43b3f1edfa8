import { z } from 'zod';
import type { JoinFault, JoinNews, SendConversion } from '#shared/app-api/conversion.ts';
import type { Conversion } from '#shared/domain/item/conversion/conversion.ts';
import { type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import { PARTS_MAX, PARTS_MIN } from '#shared/domain/item/joining/parts.ts';
import { noteSchema } from '#shared/domain/item/note.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { type Call, type Command, command, readNote } from '../support/command.ts';
import { sayRemarks } from '../support/say.ts';
import { CONVERT_FAULT_WORDS, KEPT, NOTE_NEEDS_SEND, sendVersion, writeVersion } from './documents-convert.ts';

type Made = Extract<JoinNews, { kind: 'made' }>;
type NotMade = Extract<JoinNews, { kind: 'fault' }>;

/** `id`: of the joined document, once it is sent. */
type Joined = {
  readonly id: string;
  readonly parts: readonly string[];
  readonly conversion: Conversion;
  readonly became: SendConversion | null;
};

/** Makes one PDF of several pictures, and sends it only if the user says so (C42). */
const joinCommand: Command = command({
  words: 'documents join',
  usage: 'ID ID… [--to FILE] [--send [--all-the-same] [--note TEXT]]   (ids of "documents --json", in the order of the pages)',
  summary: `makes one PDF of ${PARTS_MIN} to ${PARTS_MAX} pictures that were not sent, in this order; --to writes it to a file to look at, --send sends it in their place, --all-the-same also if some of it may be missing, --note goes with it to the accountant in place of the notes of its pictures ("-" reads it from standard input)`,
  options: { to: { type: 'string' }, send: { type: 'boolean' }, 'all-the-same': { type: 'boolean' }, note: { type: 'string' } },
  schema: z
    .object({
      to: z.string().min(1).optional(),
      send: z.boolean().default(false),
      'all-the-same': z.boolean().default(false),
      note: noteSchema.optional(),
      paths: z.array(itemIdSchema).min(PARTS_MIN, 'two ids at least are expected').max(PARTS_MAX, `at most ${PARTS_MAX} ids are expected`),
    })
    .refine(({ note, send }) => note === undefined || send, NOTE_NEEDS_SEND),
  run: async ({ to, send, 'all-the-same': isAllTheSame, note: typedNote, paths: itemIds }, call) => {
    const note = await readNote(typedNote, call);
    if (!note.ok) return no(call, note.failure);
    const made = await join(itemIds, call);
    if (!made.ok) return no(call, [...(made.failure.part === null ? [] : [made.failure.part]), FAULTS[made.failure.fault]].join(': '));
    const { itemId, conversion } = made.value;
    const written = to === undefined ? null : await writeVersion(itemId, to, call);
    if (written !== null) return no(call, written);
    const { withheld, became } = send ? await sendVersion({ itemId, conversion, isAllTheSame, note: note.value }, call) : KEPT;
    const told: Joined = { id: itemId, parts: itemIds, conversion, became };
    const lines = [say(conversion), ...sayRemarks(conversion), ...(to === undefined ? [] : [`It is in ${to}.`])];
    call.answer(told, withheld === null ? [...lines, ...after(told, call.program)] : lines);
    if (withheld !== null) return no(call, withheld);
    if (became === null || became === 'sent') return EXIT.done;
    return no(call, SAYS[became]);
  },
});

/** Each picture is a document of its own again. */
const undoJoinCommand: Command = command({
  words: 'documents undo-join',
  usage: 'ID   (id of the joined document)',
  summary: 'takes a joining back, as long as nothing of it was sent: each picture is a document of its own again',
  options: {},
  schema: z.object({ paths: z.tuple([itemIdSchema], 'one id is expected') }),
  run: async ({ paths: [itemId] }, call) => {
    const { undone } = await call.client.items.undoJoin({ itemId });
    call.answer({ id: itemId, undone }, undone ? [`${itemId}: its pictures are documents of their own again`] : []);
    return undone ? EXIT.done : no(call, `${itemId}: Something of it may have been sent, or it was not joined. Nothing was changed.`);
  },
});

export const joinCommands: readonly Command[] = [joinCommand, undoJoinCommand];

async function join(itemIds: readonly ItemId[], { client }: Call): Promise<Result<Made, Pick<NotMade, 'fault' | 'part'>>> {
  for await (const news of await client.items.join({ itemIds: [...itemIds] })) {
    if (news.kind === 'made') return ok(news);
    if (news.kind === 'fault') return fail(news);
  }
  return fail({ fault: 'stopped', part: null });
}

function no(call: Call, line: string): ExitCode {
  call.complain(line);
  return EXIT.no;
}

function say({ pages, bytes, sha256 }: Conversion): string {
  return `Made a PDF of ${pages} pages, ${bytes} bytes. SHA-256: ${sha256}`;
}

function after({ id, parts, became }: Joined, program: string): readonly string[] {
  if (became !== null) return became === 'sent' ? [`${id}: ${SAYS.sent}`] : [];
  return [`Nothing was sent, and the files stay as they are. To send this: ${program} documents join ${parts.join(' ')} --send`];
}

const SAYS: Readonly<Record<SendConversion, string>> = {
  sent: 'it waits to be sent, in place of its pictures',
  asked: 'The same pictures are known as the other type, so it is held. See "documents"; "allow" sends it.',
  lost: 'What was made is not there any more, so nothing was sent. Try again.',
  'not-offered': 'One of them has changed meanwhile, so nothing was sent. See "documents".',
};

const FAULTS: Readonly<Record<JoinFault, string>> = {
  ...CONVERT_FAULT_WORDS,
  'not-offered': 'One of them has changed meanwhile. See "documents".',
  'too-few': 'Joining takes two documents at least.',
  'too-many': `At most ${PARTS_MAX} documents can be joined.`,
  companies: 'They belong to several companies.',
  types: 'They are of both import types.',
  'not-pictures': 'Only pictures that were not sent, and are not about to be, can be joined.',
  'asked-first': 'One of them is known as the other type: that is to be answered first. See "documents".',
};
