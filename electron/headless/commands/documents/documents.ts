import { z } from 'zod';
import { type ItemFilter, SEARCH_MAX, type Sort, SORTS, sortSchema, STATE_KINDS } from '#shared/app-api/list/item-filter.ts';
import type { Drop } from '#shared/app-api/views.ts';
import { type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { isUnseen } from '#shared/domain/results/unseen.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { type Call, type Command, command, gatherPieces } from '../support/command.ts';
import type { EngineClient } from '../../engine-client.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { daySchema, narrowedBy, typeSchema } from '../support/find-company.ts';
import { partReason, stateReason } from '../support/state-reason.ts';
import { table } from '../support/say.ts';
import { sayDiskCode } from '../../say-app-fault.ts';

const PAGE = 500;
/** More is not useful on a terminal; a program that wants all documents passes --limit. */
const LIMIT_DEFAULT = 1_000;

export const documentsCommand: Command = command({
  words: 'documents',
  usage: `[--company NAME] [--type purchase|sales|entries] [--search WORDS] [--from DAY] [--to DAY] [--sort ${SORTS.join('|')}] [--limit N] [--asking] [--ignored] [--state ${STATE_KINDS.join('|')}]…`,
  summary: 'lists the documents and what became of them, newest first unless sorted otherwise',
  options: {
    company: { type: 'string' },
    type: { type: 'string' },
    search: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    sort: { type: 'string' },
    limit: { type: 'string' },
    asking: { type: 'boolean' },
    ignored: { type: 'boolean' },
    state: { type: 'string', multiple: true },
  },
  schema: z.object({
    company: z.string().optional(),
    type: typeSchema.optional(),
    /** Words of names and own numbers, or beginnings of document numbers and references; all of them are required. */
    search: z.string().max(SEARCH_MAX).optional(),
    from: daySchema.optional(),
    to: daySchema.optional(),
    sort: sortSchema.default('newest'),
    limit: z.coerce.number().int().min(1).max(1_000_000).default(LIMIT_DEFAULT),
    /** Also documents that need a user because no answer came, or none that is proven. */
    asking: z.boolean().default(false),
    /** Only documents that a user ignores. */
    ignored: z.boolean().default(false),
    state: z.array(z.enum(STATE_KINDS)).optional(),
    paths: z.array(z.string()).max(0, 'nothing else is expected'),
  }),
  run: async (input, call) => {
    const narrowed = await narrowedBy(call.client, input);
    if (!narrowed.ok) {
      call.complain(narrowed.failure);
      return EXIT.no;
    }
    const { sort, limit, asking, ignored } = input;
    const shown = ignored ? { ...narrowed.value, states: ['aside' as const] } : { ...narrowed.value, asking, unproven: asking };
    const items = await listed(call.client, { ...shown, sort }, { limit, isMeant: (item) => !ignored || isIgnored(item) });
    call.answer(
      items,
      items.length === 0 ? [] : table([['file', 'type', 'state', 'reason', 'document', 'own number'], ...items.map(rowOf)]),
    );
    if (items.length === 0) call.complain(isNarrowed(input) ? 'There is no such document.' : 'No documents yet.');
    return EXIT.done;
  },
});

type Meant = { readonly limit: number; readonly isMeant: (item: Item) => boolean };

/** A document that changes its state while the pages are read may be on two of them; it is listed once, as it was read first. */
async function listed(
  client: EngineClient,
  of: ItemFilter & { readonly sort: Sort },
  { limit, isMeant }: Meant,
): Promise<readonly Listed[]> {
  const items = new Map<ItemId, Listed>();
  for (let after: string | null = ''; after !== null && items.size < limit; ) {
    const page = await client.items.list({ ...of, limit: Math.min(PAGE, limit - items.size), ...(after === '' ? {} : { after }) });
    for (const item of page.items) {
      if (!items.has(item.id) && isMeant(item)) items.set(item.id, { ...item, foundAgain: page.drops?.[item.id] ?? [] });
    }
    after = page.next;
  }
  return [...items.values()];
}

type Narrowing = Readonly<Partial<Record<'company' | 'type' | 'search' | 'from' | 'to', string | undefined>>> & {
  readonly asking: boolean;
  readonly ignored: boolean;
  readonly state?: readonly string[] | undefined;
};

function isNarrowed({ company, type, search = '', from, to, asking, ignored, state = [] }: Narrowing): boolean {
  const isDated = from !== undefined || to !== undefined;
  return company !== undefined || type !== undefined || search.trim() !== '' || isDated || asking || ignored || state.length > 0;
}

type Listed = Item & { readonly foundAgain: readonly Drop[] };

function rowOf(item: Listed): readonly string[] {
  const { name, importType, state, ownNumber = '' } = item;
  const reasons = [
    stateReason(state),
    partReason(item),
    ...howToAnswer(item),
    ...(isUnseen(item) ? ['its file was never seen here'] : []),
    ...sentBefore(item),
    ...noteFileOf(item),
  ].filter((reason) => reason !== '');
  return [
    name,
    importType ?? 'unknown',
    isIgnored(item) ? 'ignored' : state.kind,
    reasons.join('; '),
    'documentId' in state ? (state.documentId ?? '') : '',
    ownNumber,
  ];
}

/** In the user's own word; what was replaced, or went with its company or its file, says so as the reason. */
function isIgnored({ state }: Pick<Item, 'state'>): boolean {
  return state.kind === 'aside' && state.why === 'user';
}

/** A question that a command answers. */
function howToAnswer({ id, state }: Listed): readonly string[] {
  if (state.kind === 'held' && state.question.kind === 'note')
    return [`waits for a note; "documents note ${id} TEXT" sends it with that, "allow ${id}" without one`];
  if (state.kind === 'held' && state.question.kind === 'entries')
    return [`"documents entries ${id}" lists them, "entries send ${id}" sends them`];
  if (state.kind !== 'held' || state.question.kind !== 'other-type') return [];
  return [`known as a purchase and as a sale; "documents is purchase|sale|both ${id}" says what it is`];
}

/** What became of the note file beside it, unless that is its note. */
function noteFileOf({ noteFile }: Listed): readonly string[] {
  if (noteFile === undefined || noteFile.became === 'taken') return [];
  return [`${JSON.stringify(noteFile.name)} beside it is not its note: ${NOTE_FILES[noteFile.became]}`];
}

const NOTE_FILES = {
  own: 'another one was written',
  late: 'it came after the document was sent',
  'not-text': 'it is not readable as UTF-8',
  'too-long': 'it has more than 1,000 characters',
  'number-too-long': 'the number in its first line has more than 60 characters',
  empty: 'it is empty',
  unreadable: 'it cannot be read',
  used: 'it went with an earlier document of this name',
} as const;

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

export const documentsRegisterCommand: Command = command({
  words: 'documents register',
  usage: `--csv FILE|- | --pdf FILE [--from DAY] [--to DAY] [--company NAME] [--language en|fr] [--state ${STATE_KINDS.join('|')}]…`,
  summary: 'writes the deposit register: what was handed in, when, and what became of it',
  options: {
    csv: { type: 'string' },
    pdf: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    company: { type: 'string' },
    language: { type: 'string' },
    state: { type: 'string', multiple: true },
  },
  schema: z
    .object({
      csv: z.string().min(1).optional(),
      pdf: z.string().min(1).optional(),
      from: daySchema.optional(),
      to: daySchema.optional(),
      company: z.string().optional(),
      language: z.enum(['en', 'fr']).default('en'),
      state: z.array(z.enum(STATE_KINDS)).optional(),
      paths: z.array(z.string()).max(0, 'nothing else is expected'),
    })
    .refine(({ csv, pdf }) => (csv === undefined) !== (pdf === undefined), 'either --csv or --pdf is needed'),
  run: async (input, call) => {
    const narrowed = await narrowedBy(call.client, input);
    if (!narrowed.ok) {
      call.complain(narrowed.failure);
      return EXIT.no;
    }
    const format = input.csv === undefined ? 'pdf' : 'csv';
    return write(call, { filter: narrowed.value, format, language: input.language, path: input.csv ?? input.pdf ?? '' });
  },
});

type Writing = { readonly filter: ItemFilter; readonly format: 'csv' | 'pdf'; readonly language: 'en' | 'fr'; readonly path: string };

async function write(
  { client, answer, complain, writeFile, writeOut }: Call,
  { filter, format, language, path }: Writing,
): Promise<ExitCode> {
  const here = Intl.DateTimeFormat().resolvedOptions();
  const locale = here.locale.startsWith(language) ? here.locale : language;
  const kept: Uint8Array[] = [];
  const asked = { chosen: { kind: 'filter' as const, filter }, format, language, locale, timeZone: here.timeZone, into: 'parts' as const };
  for await (const step of await client.register.make(asked)) {
    if (step.kind === 'part') kept.push(Buffer.from(step.base64, 'base64'));
    if (step.kind === 'not-kept')
      complain(`The register could not be made: ${step.code === null ? 'it was cancelled' : sayDiskCode(step.code)}`);
    if (step.kind !== 'done') continue;
    const bytes = Buffer.concat(kept);
    const failed = path === '-' ? (writeOut?.(bytes) ?? null) : ((await writeFile?.(path, bytes)) ?? null);
    if (failed === null && path !== '-') answer({ written: path }, [`The register is in ${path}.`]);
    if (failed !== null) complain(`${path} could not be written: ${sayDiskCode(failed)}`);
    return failed === null ? EXIT.done : EXIT.no;
  }
  return EXIT.no;
}

/** One file for others, with what was sent, when, and what the service signed about it (docs/proof). */
export const documentsProofCommand: Command = command({
  words: 'documents proof',
  usage: 'ID --to FILE   (id of "documents --json")',
  summary:
    'writes a zip file for a dispute: the document, what was sent and when, and what the import service signed about it; never over a file that is there',
  options: { to: { type: 'string' } },
  schema: z.object({
    to: z.string('--to FILE is expected').min(1),
    paths: z.tuple([itemIdSchema], 'one id is expected'),
  }),
  run: async ({ to, paths: [itemId] }, { client, answer, complain, writeFile }) => {
    const proof = await gatherPieces(await client.items.proof({ itemId }));
    if (!proof.ok) {
      complain('There is no document of this id of which anything has left: see "documents".');
      return EXIT.no;
    }
    const failed = (await writeFile?.(to, proof.value, { isNew: true })) ?? null;
    if (failed !== null) complain(`${to} was not written: ${sayDiskCode(failed)}`);
    else answer({ written: to }, [`The proof is in ${to}.`]);
    return failed === null ? EXIT.done : EXIT.no;
  },
});

export const documentsExpectedCommand: Command = command({
  words: 'documents expected',
  usage: '[--company NAME] [--off ID | --on ID]',
  summary:
    'lists what is not there yet, going by the documents of earlier months; --off expects nothing of a supplier any more, --on takes that back',
  options: { company: { type: 'string' }, off: { type: 'string' }, on: { type: 'string' } },
  schema: z
    .object({
      company: z.string().optional(),
      off: z.string().min(1).optional(),
      on: z.string().min(1).optional(),
      paths: z.array(z.string()).max(0, 'nothing else is expected'),
    })
    .refine(({ off, on }) => off === undefined || on === undefined, 'either --off or --on'),
  run: async ({ company, off, on }, call) => {
    const seriesId = off ?? on;
    if (seriesId !== undefined) return expect(call, { seriesId, isExpected: off === undefined });
    const narrowed = await narrowedBy(call.client, { company });
    if (!narrowed.ok) {
      call.complain(narrowed.failure);
      return EXIT.no;
    }
    const { companies } = await call.client.companies.expected({ waits: true });
    const shown = companies.filter(({ companyId }) => companyId === (narrowed.value.companyId ?? companyId));
    const rows = shown.flatMap(({ missing, unexpected }) => [
      ...missing.map(({ seriesId: id, month, name, count, last }) => [
        month.slice(0, 7),
        count === 1 ? name : `${name} (${count})`,
        day(last.at),
        id,
      ]),
      ...unexpected.map(({ seriesId: id, name }) => ['off', name, '', id]),
    ]);
    call.answer(shown, rows.length === 0 ? [] : table([['month', 'not there yet', 'last one', 'id'], ...rows]));
    if (rows.length === 0) call.complain('Nothing is missing, going by the documents of earlier months.');
    return EXIT.done;
  },
});

async function expect(
  { client, answer, complain }: Call,
  of: { readonly seriesId: string; readonly isExpected: boolean },
): Promise<ExitCode> {
  const { done } = await client.companies.expect(of);
  if (done)
    answer(of, [of.isExpected ? 'It is expected again.' : 'It is not expected any more; "documents expected --on" takes that back.']);
  else complain('There is no such id: see "documents expected".');
  return done ? EXIT.done : EXIT.no;
}
