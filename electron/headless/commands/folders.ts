import { resolve } from 'node:path';
import { z } from 'zod';
import type { FolderFault } from '#shared/app-api/faults.ts';
import { afterResultSchema, existingFilesSchema, type Folder, settleMsSchema } from '#shared/domain/folder/folder.ts';
import type { PlaceKind } from '#shared/domain/folder/place-kind.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { type Command, command } from './support/command.ts';
import { EXIT } from '../exit-codes.ts';
import { complain, sayFolder, table } from './support/say.ts';
import { findCompany, IMPORT_TYPE_OF, oneFolderSchema, typeSchema, withFolder } from './support/find-company.ts';
import { folderChangeSchema, type FolderPlace } from '#shared/app-api/folder-places.ts';
import { folderNotesChangeSchema } from '#shared/domain/item/note.ts';
import { pairsSchema } from '#shared/domain/folder/folder-entries.ts';
import { CONVERSION_GROUPS } from '#shared/domain/folder/folder-conversions.ts';

const NAMES = CONVERSION_GROUPS.join('|');

/** Those that are named, and no others. */
const convertSchema = z
  .string()
  .regex(new RegExp(`^(none|(${NAMES})(,(${NAMES}))*)$`), 'photos, tiff and too-large are known, with a comma between them, or none')
  .transform((text) => text.split(','))
  .transform((named) => ({ photos: named.includes('photos'), tiff: named.includes('tiff'), 'too-large': named.includes('too-large') }));

const isOnSchema = z
  .enum(['on', 'off'])
  .transform((word) => word === 'on')
  .optional();

/** Those that are named; the others stay. */
const sentBeforeSchema = z
  .string()
  .regex(
    /^((same|grown|changed)=(ask|leave|send))(,(same|grown|changed)=(ask|leave|send))*$/,
    'same, grown and changed are known, each with =ask, =leave or =send, with a comma between them',
  )
  .transform((text) => Object.fromEntries(text.split(',').map((rule) => rule.split('='))))
  .pipe(folderChangeSchema.shape.sentBefore.unwrap());

/** Commands for a folder that is already watched. */
const folderChangeCommands: readonly Command[] = [
  command({
    words: 'folders accept',
    usage: 'PATH|ID',
    summary: 'says that what lies at the place of a swapped folder is the right one; its files are asked about (see "bulk-arrivals")',
    options: {},
    schema: z.object({ paths: oneFolderSchema }),
    run: async ({ paths }, call) =>
      withFolder(call, paths, async ({ id: folderId }) => {
        const accepted = await call.client.folders.accept({ folderId });
        if (!accepted.ok) return complain(call, 'This folder is the one that it was: there is nothing to say.');
        call.answer(accepted.value, [
          `folder ${JSON.stringify(accepted.value.path)}: the right one; its files are asked about (see "bulk-arrivals")`,
        ]);
        return EXIT.done;
      }),
  }),
  command({
    words: 'folders change',
    usage:
      '[--settle-ms N|auto] [--subfolders yes|no] [--after leave|move] [--refusal-note on|off] [--note TEXT] [--hold-for-note on|off] [--notes-beside on|off] [--number-pattern TEXT] [--convert KINDS|none] [--sent-before RULES] [--pairs no|if-there|expected] PATH|ID',
    summary:
      'how long a file has to be quiet (auto: as long as the scanner of the folder needs), whether sub-folders are watched, what becomes of a file after its result, the note that goes with each of its documents to the accountant (empty for none), whether each new document waits until its own note is written or refused, whether a text file beside a document (scan.note.txt beside scan.pdf) is its note, where the names of the files have the number of their document (such as "{number} *" or "FAC-*-{number}", empty for nowhere), what is converted and sent without asking (photos, tiff, too-large, with commas between them), and what becomes of documents that are like one that was sent: same, grown or changed, each with =ask, =leave or =send, with commas between them, and whether entries beside a scan of the same name (facture-118.json beside facture-118.pdf) go with it: if they are there when it is sent, or always, so that neither is sent alone',
    options: {
      'settle-ms': { type: 'string' },
      subfolders: { type: 'string' },
      after: { type: 'string' },
      'refusal-note': { type: 'string' },
      note: { type: 'string' },
      'hold-for-note': { type: 'string' },
      'notes-beside': { type: 'string' },
      'number-pattern': { type: 'string' },
      convert: { type: 'string' },
      'sent-before': { type: 'string' },
      pairs: { type: 'string' },
    },
    schema: z.object({
      'settle-ms': z.union([z.literal('auto').transform(() => null), z.coerce.number().pipe(settleMsSchema)]).optional(),
      subfolders: z.enum(['yes', 'no']).optional(),
      after: afterResultSchema.optional(),
      'refusal-note': z.enum(['on', 'off']).optional(),
      note: folderNotesChangeSchema.shape.text,
      'hold-for-note': isOnSchema,
      'notes-beside': isOnSchema,
      'number-pattern': folderNotesChangeSchema.shape.numberPattern,
      convert: convertSchema.optional(),
      'sent-before': sentBeforeSchema.optional(),
      pairs: pairsSchema.optional(),
      paths: oneFolderSchema,
    }),
    run: async ({ paths, subfolders, after, note, convert, pairs, ...input }, call) => {
      const {
        'settle-ms': settleMs,
        'refusal-note': refusalNote,
        'sent-before': sentBefore,
        'hold-for-note': holds,
        'notes-beside': beside,
        'number-pattern': numberPattern,
      } = input;
      const change = {
        ...(settleMs === undefined ? {} : { settleMs }),
        ...(subfolders === undefined ? {} : { subfolders: subfolders === 'yes' }),
        ...(after === undefined ? {} : { after }),
        ...(refusalNote === undefined ? {} : { refusalNote: refusalNote === 'on' }),
        notes: { text: note, holds, beside, numberPattern },
        ...(convert === undefined ? {} : { converts: convert }),
        ...(sentBefore === undefined ? {} : { sentBefore }),
        ...(pairs === undefined ? {} : { pairs }),
      };
      const forScans = [note, holds, beside, numberPattern, convert, pairs].some((value) => value !== undefined);
      return withFolder(call, paths, async ({ id: folderId, importType }) => {
        if (forScans && importType === 'entries') return complain(call, NO_NOTES);
        const changed = await call.client.folders.change({ folderId, ...change });
        if (!changed.ok) return complain(call, 'This folder is not watched any more.');
        call.answer(changed.value, [sayFolder(changed.value)]);
        return EXIT.done;
      });
    },
  }),
];

/** Notes go with invoices only (§ Entries route), and only a scan is converted, or has entries beside it. */
const NO_NOTES =
  'Nothing was changed: entries have no note to the accountant and no number of your own, and nothing of theirs is converted, or has entries beside it.';

export const folderCommands: readonly Command[] = [
  command({
    words: 'folders add',
    usage:
      '--company NAME --type purchase|sales|entries [--settle-ms N] [--existing ask|send] [--subfolders yes|no] [--known-host HOST] [--yes] PATH',
    summary:
      'watches a folder, whose files are sent as purchase invoices, as sales invoices, or as accounting entries; files that lie in it already are asked about, or sent. A home, a drive or a very full folder wants --yes after its figures',
    options: {
      company: { type: 'string' },
      type: { type: 'string' },
      'settle-ms': { type: 'string' },
      existing: { type: 'string' },
      subfolders: { type: 'string' },
      'known-host': { type: 'string' },
      yes: { type: 'boolean' },
    },
    schema: z.object({
      company: z.string(),
      type: typeSchema,
      'settle-ms': z.coerce.number().pipe(settleMsSchema).optional(),
      existing: existingFilesSchema.default('ask'),
      subfolders: z.enum(['yes', 'no']).optional(),
      'known-host': z.string().max(255).optional(),
      yes: z.boolean().default(false),
      paths: z.tuple(
        [
          z
            .string()
            .min(1)
            .transform((path) => resolve(path)),
        ],
        'one folder is expected',
      ),
    }),
    run: async (input, call) => {
      const company = await findCompany(call.client, input.company);
      if (!company.ok) return complain(call, company.failure);
      const [path] = input.paths;
      const { 'settle-ms': settleMs, 'known-host': knownHost, subfolders } = input;
      const added = await call.client.folders.add({
        companyId: company.value.id,
        importType: IMPORT_TYPE_OF[input.type],
        path,
        existing: input.existing,
        confirmed: input.yes,
        ...(subfolders === undefined ? {} : { subfolders: subfolders === 'yes' }),
        ...(settleMs === undefined ? {} : { settleMs }),
        ...(knownHost === undefined ? {} : { knownHost }),
      });
      if (!added.ok) return complain(call, sayFolderFault(added.failure, path));
      call.answer(added.value, [sayFolder(added.value)]);
      return EXIT.done;
    },
  }),
  command({
    words: 'folders list',
    usage: '',
    summary: 'lists the watched folders',
    options: {},
    schema: z.object({ paths: z.array(z.string()).max(0) }),
    needs: () => 'looked',
    run: async (_, call) => {
      const { folders, companies, misplaced, ignoredMisplaced = [], noHost = false } = await call.client.overview();
      const nameOf = (folder: Folder) => companies.find((company) => company.id === folder.companyId)?.name ?? '?';
      const rows = folders.map((folder) => [nameOf(folder), ...cellsOf(folder, noHost)]);
      call.answer(folders, rows.length === 0 ? [] : table([HEAD, ...rows]));
      if (folders.length === 0) call.complain('No folder is watched. Add one with "folders add".');
      for (const { path, count, names } of misplaced) {
        call.complain(
          `${count} in ${path}, beside the watched folders, not sent: ${names.join(', ')}. Put them into one of the folders, or ignore them with "folders ignore".`,
        );
      }
      for (const { path, count } of ignoredMisplaced) call.complain(`${count} in ${path}, beside the watched folders, are ignored.`);
      return EXIT.done;
    },
  }),
  ...folderChangeCommands,
  command({
    words: 'folders remove',
    usage: 'PATH|ID',
    summary: 'watches a folder no longer; its files and their history stay',
    options: {},
    schema: z.object({ paths: oneFolderSchema }),
    run: async ({ paths }, call) =>
      withFolder(call, paths, async ({ id: folderId, path }) => {
        const removed = await call.client.folders.remove({ folderId });
        if (!removed.ok) return complain(call, 'This folder is not watched any more.');
        call.answer({ removed: folderId }, [`folder ${JSON.stringify(path)}: no longer watched; its files and their history stay`]);
        return EXIT.done;
      }),
  }),
];

const HEAD = ['company', 'type', 'state', 'watching', 'settle ms', 'sub-folders', 'note', 'number', 'mapping', 'path', 'id'] as const;

/** Without a host, no folder is watched. */
function cellsOf(
  { importType, state, watching, settleMs, subfolders, notes, entries, path, id }: Folder,
  noHost: boolean,
): readonly string[] {
  const note = notes.text === null ? '' : JSON.stringify(notes.text);
  const number = notes.numberPattern === null ? '' : JSON.stringify(notes.numberPattern);
  const mapping = entries.mapping === null ? '' : `version ${entries.mapping.version}`;
  return [importType, state, noHost ? 'no' : watching, String(settleMs), subfolders ? 'yes' : 'no', note, number, mapping, path, id];
}

function sayFolderFault(fault: FolderFault, path: string): string {
  switch (fault.kind) {
    case 'not-there':
      return `There is no folder ${path}.`;
    case 'silent':
      return `The disk or share of ${path} does not answer. Connect it again, then try again.`;
    case 'not-a-folder':
      return `${path} is not a folder.`;
    case 'denied':
      return `Intray may not read ${path}: change its permissions.`;
    case 'already-added':
      return `${path} is watched already.`;
    case 'overlaps':
      return `${path} lies in, or around, a folder that is watched already.`;
    case 'own-files':
      return `${path} is, or is inside, the folder of Intray’s own files. Choose a folder that is only for scans.`;
    case 'profile-around':
      return `${path} contains Intray’s own files. Choose a folder that is only for scans.`;
    case 'no-such-company':
      return 'The company is no longer there.';
    case 'not-a-place':
      return `${path} names a device, or a stream within a file, and no folder. Nothing was opened.`;
    case 'remote-place':
      return sayRemotePlace(fault.host, path);
    case 'needs-consent':
      return sayPlace(fault.place);
    default:
      return unreachable(fault);
  }
}

function sayRemotePlace(host: string, path: string): string {
  return [
    `${path} is on another computer, ${host}. Nothing was asked of it yet: Windows would show it your user name and a form of your password.`,
    `If you know that computer, run this again with --known-host ${host}.`,
  ].join('\n');
}

const KINDS: Readonly<Record<PlaceKind, string>> = {
  ordinary: 'holds very much for a folder of scans',
  home: 'is a home folder, with everything that its person keeps',
  'drive-root': 'is a whole drive',
  system: 'belongs to the system or its programs, or holds the files of everybody',
  temporary: 'is for temporary files, which programs write and the system deletes',
  desktop: 'is a desktop',
  downloads: 'is a folder for downloads',
  pictures: 'is a folder for all pictures',
  documents: 'is a folder for all documents',
};

/** What is in a folder that is not watched before a user has read this. */
function sayPlace({ path, kind, files, more, subfolders, sendable }: FolderPlace): string {
  const within = subfolders === 0 ? '' : ` in ${counted(subfolders, 'sub-folder')}`;
  const among = sendable === 1 ? '1 is a PDF or a picture' : `${sendable} are PDFs or pictures`;
  return [
    `${path} ${KINDS[kind]}: ${more ? 'more than ' : ''}${counted(files, 'file')}${within}; ${among}.`,
    'Nothing was changed. A folder that is only for scans is safer.',
    'If you want this one, run this again with --yes; its sub-folders stay out, unless you add --subfolders yes.',
  ].join('\n');
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
