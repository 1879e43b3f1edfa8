import { basename, resolve } from 'node:path';
import { z } from 'zod';
import {
  type BeginWindowUpload,
  HANDED_NAME_MAX,
  type HandedOver,
  WINDOW_UPLOAD_PIECE_BYTES,
  type WindowUploadFault,
  type WindowUploadPlace,
} from '#shared/app-api/window-upload.ts';
import { senderSchema } from '#shared/domain/company.ts';
import { itemIdSchema } from '#shared/domain/ids.ts';
import { noteSchema, ownNumberSchema } from '#shared/domain/item/note.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { type Call, type Command, command, readNote } from './support/command.ts';
import { EXIT } from '../exit-codes.ts';
import { sayDiskCode } from '../say-app-fault.ts';
import { findCompany, IMPORT_TYPE_OF, typeSchema } from './support/find-company.ts';
import { stateReason } from './support/state-reason.ts';

/** Per call; the shell expands `*.pdf`. */
const FILES_MAX = 500;

export const addCommand: Command = command({
  words: 'add',
  usage:
    '(--company NAME --type purchase|sales|entries FILE… | --instead-of DOCUMENT FILE) [--note TEXT] [--own-number TEXT] [--user-email ADDRESS]',
  summary:
    'copies files into a watched folder, to be sent from there; or one corrected file in place of a refused or unfit document; --note goes with each of them to the accountant, "-" reads it from standard input; --own-number is your own number of one document, and a line of its note; --user-email says who sends them, in place of the company\'s address',
  options: {
    company: { type: 'string' },
    type: { type: 'string' },
    'instead-of': { type: 'string' },
    note: { type: 'string' },
    'own-number': { type: 'string' },
    'user-email': { type: 'string' },
  },
  schema: z.object({
    company: z.string().optional(),
    type: typeSchema.optional(),
    'instead-of': itemIdSchema.optional(),
    note: noteSchema.optional(),
    'own-number': ownNumberSchema.optional(),
    'user-email': senderSchema.optional(),
    paths: z.array(z.string()).min(1, 'at least one file is expected').max(FILES_MAX, `at most ${FILES_MAX} files`),
  }),
  run: async (input, call) => {
    const { 'own-number': ownNumber, 'user-email': userEmail } = input;
    if (ownNumber !== undefined && input.paths.length > 1) {
      call.complain('One number goes with one file. Nothing was done.');
      return EXIT.no;
    }
    const place = await readPlace(input, call);
    if (!place.ok) {
      call.complain(place.failure);
      return EXIT.no;
    }
    const isNoted = input.note !== undefined || ownNumber !== undefined;
    if (isNoted && input.type === 'entries') {
      call.complain('Entries have no note to the accountant and no number of your own. Nothing was done.');
      return EXIT.no;
    }
    const note = await readNote(input.note, call);
    if (!note.ok) {
      call.complain(note.failure);
      return EXIT.no;
    }
    const copied: ({ readonly file: string } & Added)[] = [];
    for (const file of input.paths) {
      const added = await add(resolve(file), { place: place.value, note: note.value, ownNumber, userEmail }, call);
      if (added.ok) copied.push({ file, ...added.value });
      else call.complain(`${file}: ${added.failure}`);
    }
    call.answer(
      copied,
      copied.map(({ name }) => name),
    );
    const late = copied.filter(({ noteTooLate }) => noteTooLate === true);
    for (const { file } of late)
      call.complain(`${file}: the same bytes were sent before, so they are not sent again, and ${sayNotSent(input)}`);
    return copied.length === input.paths.length && late.length === 0 ? EXIT.done : EXIT.no;
  },
});

/** What the user gave with a file that is not sent again. */
function sayNotSent({
  note,
  'own-number': ownNumber,
}: {
  readonly note?: string | undefined;
  readonly 'own-number'?: string | undefined;
}): string {
  if (ownNumber === undefined) return 'the note goes nowhere';
  return note === undefined ? 'the number goes nowhere' : 'note and number go nowhere';
}

type Wanted = {
  readonly company?: string | undefined;
  readonly type?: keyof typeof IMPORT_TYPE_OF | undefined;
  readonly 'instead-of'?: z.infer<typeof itemIdSchema> | undefined;
  readonly paths: readonly string[];
};

async function readPlace(wanted: Wanted, { client }: Call): Promise<Result<WindowUploadPlace, string>> {
  const itemId = wanted['instead-of'];
  if (itemId !== undefined) {
    return wanted.paths.length === 1 ? ok({ kind: 'instead-of', itemId }) : fail('One document is corrected by one file.');
  }
  const { company: name, type } = wanted;
  if (name === undefined || type === undefined) return fail('Say for which --company, and as which --type.');
  const company = await findCompany(client, name);
  if (!company.ok) return company;
  const { folders } = await client.overview();
  const folder = folders.find((one) => one.companyId === company.value.id && one.importType === IMPORT_TYPE_OF[type]);
  return folder === undefined ? fail('No folder is watched for it (see "folders add").') : ok({ kind: 'folder', folderId: folder.id });
}

type Giving = Pick<BeginWindowUpload, 'place' | 'note' | 'ownNumber' | 'userEmail'>;
/** The name of the copy in the folder. */
type Added = Pick<HandedOver, 'name' | 'noteTooLate'>;

/** Copies a file into the folder, or says why it was not copied. */
async function add(path: string, giving: Giving, { client, readBytes }: Call): Promise<Result<Added, string>> {
  const read = (await readBytes?.(path)) ?? null;
  if (read === null) return fail('cannot be read');
  const begun = await client.windowUploads.begin({ ...giving, name: basename(path).slice(-HANDED_NAME_MAX), bytes: read.size });
  if (!begun.ok) return fail(say(begun.failure));
  const { windowUploadId } = begun.value;
  for (let at = 0; at < read.bytes.byteLength; at += WINDOW_UPLOAD_PIECE_BYTES) {
    const base64 = Buffer.from(read.bytes.subarray(at, at + WINDOW_UPLOAD_PIECE_BYTES)).toString('base64');
    const sent = await client.windowUploads.piece({ windowUploadId, base64 });
    if (!sent.ok) return fail(say(sent.failure));
  }
  const ended = await client.windowUploads.end({ windowUploadId });
  if (!ended.ok) return fail(say(ended.failure));
  const { folderId: _, ...added } = ended.value;
  return ok(added);
}

function say(fault: WindowUploadFault): string {
  switch (fault.kind) {
    case 'unfit':
      return stateReason({ kind: 'unfit', by: 'intray', problem: fault.problem });
    case 'known':
      return `the same bytes are in the list already (${fault.itemId}), so nothing was copied; "documents note" writes a note to them while they wait`;
    case 'folder-away':
      return `the folder is ${fault.state}`;
    case 'disk':
      return `the folder's disk did not take it: ${sayDiskCode(fault.code)}`;
    case 'left-alone':
    case 'no-folder':
    case 'full':
    case 'no-name':
    case 'not-open':
    case 'broken':
    case 'busy':
    default:
      return fault.kind;
  }
}
