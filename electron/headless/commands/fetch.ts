import { z } from 'zod';
import { EXIT } from '../exit-codes.ts';
import { type Command, command } from './command.ts';
import { findFolder } from './find-folder.ts';

export const fetchCommand: Command = command({
  words: 'folders fetch',
  usage: 'PATH|ID',
  summary: 'fetches and sends what lies in the cloud only since before the folder was watched, one file at a time',
  options: {},
  schema: z.object({ paths: z.tuple([z.string().min(1)], 'one folder is expected') }),
  run: async (input, call) => {
    const folder = await findFolder(call.client, input.paths[0]);
    if (folder === null) {
      call.complain('This folder is not watched. See "folders list".');
      return EXIT.no;
    }
    const fetched = await call.client.folders.fetchFromCloud({ folderId: folder.id });
    if (!fetched.ok) {
      call.complain('Nobody looks into this folder now. See "doctor".');
      return EXIT.no;
    }
    call.print(`${fetched.value.files} to be fetched and sent; see "status"`);
    return EXIT.done;
  },
});
