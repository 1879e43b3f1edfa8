import { z } from 'zod';
import { settleMsSchema } from '#shared/domain/folder.ts';
import { type Command, command, EXIT } from './command.ts';
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
    usage: '[--settle-ms N] [--subfolders yes|no] PATH|ID',
    summary: 'changes how long a file has to be quiet, and whether sub-folders are watched',
    options: { 'settle-ms': { type: 'string' }, subfolders: { type: 'string' } },
    schema: z.object({
      'settle-ms': z.coerce.number().pipe(settleMsSchema).optional(),
      subfolders: z.enum(['yes', 'no']).optional(),
      paths: oneFolder,
    }),
    run: async ({ paths, subfolders, 'settle-ms': settleMs }, call) => {
      const folder = await findFolder(call.client, paths[0]);
      const change = {
        ...(settleMs === undefined ? {} : { settleMs }),
        ...(subfolders === undefined ? {} : { subfolders: subfolders === 'yes' }),
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
