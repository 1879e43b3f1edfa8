import { z } from 'zod';
import { afterResultSchema, settleMsSchema } from '#shared/domain/folder/folder.ts';
import { folderChangeSchema } from '#shared/app-api/changes/folder-change.ts';
import { CONVERSION_GROUPS } from '#shared/domain/folder/folder-conversions.ts';
import { type Command, command } from './command.ts';
import { EXIT } from '../../exit-codes.ts';
import { complain } from './complain.ts';
import { sayFolder } from './say-folder.ts';
import { oneFolderSchema, withFolder } from './with-folder.ts';

const NAMES = CONVERSION_GROUPS.join('|');

/** Those that are named, and no others. */
const convertSchema = z
  .string()
  .regex(new RegExp(`^(none|(${NAMES})(,(${NAMES}))*)$`), 'photos, tiff and too-large are known, with a comma between them, or none')
  .transform((text) => text.split(','))
  .transform((named) => ({ photos: named.includes('photos'), tiff: named.includes('tiff'), 'too-large': named.includes('too-large') }));

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
export const folderChangeCommands: readonly Command[] = [
  command({
    words: 'folders accept',
    usage: 'PATH|ID',
    summary: 'says that what lies at the place of a swapped folder is the right one; its files are asked about (see "flood")',
    options: {},
    schema: z.object({ paths: oneFolderSchema }),
    run: async ({ paths }, call) =>
      withFolder(call, paths, async ({ id: folderId }) => {
        const accepted = await call.client.folders.accept({ folderId });
        if (!accepted.ok) return complain(call, 'This folder is the one that it was: there is nothing to say.');
        call.answer(accepted.value, [
          `folder ${JSON.stringify(accepted.value.path)}: the right one; its files are asked about (see "flood")`,
        ]);
        return EXIT.done;
      }),
  }),
  command({
    words: 'folders change',
    usage:
      '[--settle-ms N|auto] [--subfolders yes|no] [--after leave|move] [--refusal-note on|off] [--convert KINDS|none] [--sent-before RULES] PATH|ID',
    summary:
      'how long a file has to be quiet (auto: as long as the scanner of the folder needs), whether sub-folders are watched, what becomes of a file after its result, what is converted and sent without asking (photos, tiff, too-large, with commas between them), and what becomes of documents that are like one that was sent: same, grown or changed, each with =ask, =leave or =send, with commas between them',
    options: {
      'settle-ms': { type: 'string' },
      subfolders: { type: 'string' },
      after: { type: 'string' },
      'refusal-note': { type: 'string' },
      convert: { type: 'string' },
      'sent-before': { type: 'string' },
    },
    schema: z.object({
      'settle-ms': z.union([z.literal('auto').transform(() => null), z.coerce.number().pipe(settleMsSchema)]).optional(),
      subfolders: z.enum(['yes', 'no']).optional(),
      after: afterResultSchema.optional(),
      'refusal-note': z.enum(['on', 'off']).optional(),
      convert: convertSchema.optional(),
      'sent-before': sentBeforeSchema.optional(),
      paths: oneFolderSchema,
    }),
    run: async ({ paths, subfolders, after, 'settle-ms': settleMs, 'refusal-note': note, convert, 'sent-before': sentBefore }, call) => {
      const change = {
        ...(settleMs === undefined ? {} : { settleMs }),
        ...(subfolders === undefined ? {} : { subfolders: subfolders === 'yes' }),
        ...(after === undefined ? {} : { after }),
        ...(note === undefined ? {} : { refusalNote: note === 'on' }),
        ...(convert === undefined ? {} : { converts: convert }),
        ...(sentBefore === undefined ? {} : { sentBefore }),
      };
      return withFolder(call, paths, async ({ id: folderId }) => {
        const changed = await call.client.folders.change({ folderId, ...change });
        if (!changed.ok) return complain(call, 'This folder is not watched any more.');
        call.answer(changed.value, [sayFolder(changed.value)]);
        return EXIT.done;
      });
    },
  }),
];
