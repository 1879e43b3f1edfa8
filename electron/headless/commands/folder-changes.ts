import { z } from 'zod';
import { afterResultSchema, settleMsSchema } from '#shared/domain/folder.ts';
import { type Command, command } from './command.ts';
import { EXIT } from '../exit-codes.ts';
import { findFolder } from './find-folder.ts';

const oneFolder = z.tuple([z.string().min(1)], 'one folder is expected');
const NOT_WATCHED = 'This folder is not watched. See "folders list".';

/** What can be said of a folder that is watched already. */
export const folderChangeCommands: readonly Command[] = [
  command({
    words: 'folders accept',
    usage: 'PATH|ID',
    summary: 'says that what lies at the place of a swapped folder is the right one; its files are asked about (see "flood")',
    options: {},
    schema: z.object({ paths: oneFolder }),
    run: async (input, call) => {
      const folder = await findFolder(call.client, input.paths[0]);
      const accepted = folder === null ? null : await call.client.folders.accept({ folderId: folder.id });
      if (accepted?.ok === true) {
        call.print(JSON.stringify(accepted.value));
        return EXIT.done;
      }
      call.complain(folder === null ? NOT_WATCHED : 'This folder is the one that it was: there is nothing to say.');
      return EXIT.no;
    },
  }),
  command({
    words: 'folders change',
    usage: '[--settle-ms N] [--subfolders yes|no] [--after leave|move] [--refusal-note on|off] PATH|ID',
    summary: 'how long a file has to be quiet, whether sub-folders are watched, and what becomes of a file after its result',
    options: {
      'settle-ms': { type: 'string' },
      subfolders: { type: 'string' },
      after: { type: 'string' },
      'refusal-note': { type: 'string' },
    },
    schema: z.object({
      'settle-ms': z.coerce.number().pipe(settleMsSchema).optional(),
      subfolders: z.enum(['yes', 'no']).optional(),
      after: afterResultSchema.optional(),
      'refusal-note': z.enum(['on', 'off']).optional(),
      paths: oneFolder,
    }),
    run: async ({ paths, subfolders, after, 'settle-ms': settleMs, 'refusal-note': note }, call) => {
      const folder = await findFolder(call.client, paths[0]);
      const change = {
        ...(settleMs === undefined ? {} : { settleMs }),
        ...(subfolders === undefined ? {} : { subfolders: subfolders === 'yes' }),
        ...(after === undefined ? {} : { after }),
        ...(note === undefined ? {} : { refusalNote: note === 'on' }),
      };
      const changed = folder === null ? null : await call.client.folders.change({ folderId: folder.id, ...change });
      if (changed?.ok === true) {
        call.print(JSON.stringify(changed.value));
        return EXIT.done;
      }
      call.complain(NOT_WATCHED);
      return EXIT.no;
    },
  }),
];
