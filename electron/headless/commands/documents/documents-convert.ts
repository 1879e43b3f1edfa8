import { z } from 'zod';
import type { ConversionFault, SendConversion } from '#shared/app-api/conversion.ts';
import type { Conversion } from '#shared/domain/item/conversion/conversion.ts';
import { type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import { noteSchema } from '#shared/domain/item/note.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { sayDiskCode } from '../../say-app-fault.ts';
import { type Call, type Command, command, readNote, gatherPieces } from '../support/command.ts';
import { sayRemarks, whyNotSent } from '../support/say.ts';

type Converted = { readonly id: string; readonly conversion: Conversion; readonly became: SendConversion | null };

export const NOTE_NEEDS_SEND = '--note goes with --send';

/** Makes a version that the service takes from one document, and sends it only if the user says so (C44). */
export const convertCommand: Command = command({
  words: 'documents convert',
  usage: 'ID [--password] [--all-pictures] [--to FILE] [--send [--all-the-same] [--note TEXT]]   (id of "documents --json")',
  summary:
    'makes a version that the import service accepts of an unfit TIFF, HEIC, AVIF or WebP, of a file that is too large, and of a protected PDF; --password asks for its password, --all-pictures makes pages of all pictures of a HEIC, --to writes it to a file to look at, --send sends it, --all-the-same also if some of it may be missing, --note goes with it to the accountant ("-" reads it from standard input)',
  options: {
    password: { type: 'boolean' },
    to: { type: 'string' },
    send: { type: 'boolean' },
    'all-pictures': { type: 'boolean' },
    'all-the-same': { type: 'boolean' },
    note: { type: 'string' },
  },
  schema: z
    .object({
      password: z.boolean().default(false),
      to: z.string().min(1).optional(),
      send: z.boolean().default(false),
      'all-pictures': z.boolean().default(false),
      'all-the-same': z.boolean().default(false),
      note: noteSchema.optional(),
      paths: z.tuple([itemIdSchema], 'one id is expected'),
    })
    .refine(({ note, send }) => note === undefined || send, NOTE_NEEDS_SEND)
    .refine(({ note, password }) => note !== '-' || !password, 'standard input is either the password or the note'),
  run: async (
    { password, to, send, 'all-pictures': allPictures, 'all-the-same': isAllTheSame, note: typedNote, paths: [itemId] },
    call,
  ) => {
    const note = await readNote(typedNote, call);
    if (!note.ok) return no(call, note.failure);
    const typed = password ? { password: (await call.readInput('The password of the PDF')).replace(/\r?\n$/, '') } : {};
    const made = await convert({ itemId, allPictures, ...typed }, call);
    if (!made.ok) return no(call, `${itemId}: ${CONVERT_FAULT_WORDS[made.failure]}`);
    const written = to === undefined ? null : await writeVersion(itemId, to, call);
    if (written !== null) return no(call, written);
    const conversion = made.value;
    const { withheld, became } = send ? await sendVersion({ itemId, conversion, isAllTheSame, note: note.value }, call) : KEPT;
    const told: Converted = { id: itemId, conversion, became };
    const lines = [say(conversion), ...sayRemarks(conversion), ...(to === undefined ? [] : [`It is in ${to}.`])];
    call.answer(told, withheld === null ? [...lines, ...after(told, call.program)] : lines);
    if (withheld !== null) return no(call, `${itemId}: ${withheld}`);
    if (became === null || became === 'sent') return EXIT.done;
    return no(call, `${itemId}: ${SAYS[became]}`);
  },
});

async function convert(
  of: { readonly itemId: ItemId; readonly allPictures: boolean; readonly password?: string },
  { client }: Call,
): Promise<Result<Conversion, ConversionFault>> {
  for await (const news of await client.items.convert(of)) {
    if (news.kind === 'made') return ok(news.conversion);
    if (news.kind === 'fault') return fail(news.fault);
  }
  return fail('stopped');
}

/** Writes a version that was made to a file. What is in the way, or null. */
export async function writeVersion(itemId: ItemId, path: string, { client, writeFile }: Call): Promise<string | null> {
  const made = await gatherPieces(await client.items.conversionBytes({ itemId }));
  if (!made.ok) return `${path} was not written: what was made is not there any more.`;
  const failed = (await writeFile?.(path, made.value)) ?? null;
  return failed === null ? null : `${path} could not be written: ${sayDiskCode(failed)}`;
}

type Sending = { readonly withheld: string | null; readonly became: SendConversion | null };

/** Where the user did not say that it is to be sent. */
export const KEPT: Sending = { withheld: null, became: null };

type ToSend = {
  readonly itemId: ItemId;
  readonly conversion: Conversion;
  readonly isAllTheSame: boolean;
  readonly note: string | undefined;
};

/** Sends a version that was made, or says why it was withheld. */
export async function sendVersion({ itemId, conversion, isAllTheSame, note }: ToSend, { client }: Call): Promise<Sending> {
  const withheld = whyNotSent(conversion, isAllTheSame);
  if (withheld !== null) return { withheld, became: null };
  return {
    withheld,
    became: (await client.items.sendConversion({ itemId, sha256: conversion.sha256, ...(note === undefined ? {} : { note }) })).became,
  };
}

function no(call: Call, line: string): ExitCode {
  call.complain(line);
  return EXIT.no;
}

function say({ pages, bytes, mediaType, from, sha256 }: Conversion): string {
  const made = { 'application/pdf': 'a PDF', 'image/jpeg': 'a JPEG', 'image/png': 'a PNG' }[mediaType];
  return `Made ${made} of ${pages} ${pages === 1 ? 'page' : 'pages'}, ${bytes} bytes, from the ${from.toUpperCase()}. SHA-256: ${sha256}`;
}

function after({ id, became, conversion }: Converted, program: string): readonly string[] {
  const how = conversion.allPictures === true ? ' --all-pictures' : '';
  if (became === null)
    return [`Nothing was sent, and the file stays as it is. To send this: ${program} documents convert ${id}${how} --send`];
  return became === 'sent' ? [`${id}: ${SAYS.sent}`] : [];
}

const SAYS: Readonly<Record<SendConversion, string>> = {
  sent: 'it waits to be sent',
  asked: 'The same file is known as the other type, so it is held. See "documents"; "allow" sends it.',
  lost: 'What was made is not there any more, so nothing was sent. Try again.',
  'not-offered': 'It is no longer unfit in this way, so nothing was sent. See "documents".',
};

export const CONVERT_FAULT_WORDS: Readonly<Record<ConversionFault, string>> = {
  'not-found': 'There is no document of this id: see "documents".',
  'not-offered': 'Nothing can be made from this document: see "documents".',
  gone: 'Its file is no longer where it was.',
  changed: 'Its file has changed. The changed file is looked at by itself.',
  'in-cloud': 'Its content is in the cloud only by now. Open the file once.',
  unreadable: 'Its file cannot be read now: another program is using it, or its disk does not answer.',
  'not-understood': 'Its file is damaged, or of a kind that cannot be converted.',
  'password-wrong': 'It does not open without its password, or not with this one: --password asks for it.',
  signed: 'It is signed, and any change would break the signature.',
  'has-attachments': 'It contains other files, such as the data of an electronic invoice, so it is not changed.',
  'too-many-pages': 'It has too many pages.',
  'too-many-pixels': 'Its pages are too large.',
  'still-too-large': 'It would be illegible if it were made as small as the import service requires.',
  'too-slow': 'It took too long, so it was given up.',
  'too-much-memory': 'It needs too much memory, so it was given up.',
  'no-room': 'Intray’s own disk has no room for it.',
  stopped: 'It was stopped before it was done.',
  broken: 'It could not be converted, because of a fault of Intray’s own.',
};
