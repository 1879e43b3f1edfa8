import { resolve } from 'node:path';
import { z } from 'zod';
import { type Command, command } from './command.ts';
import { EXIT } from '../exit-codes.ts';
import { findFolder } from './find-folder.ts';

export const takeStraysCommand: Command = command({
  words: 'folders take',
  usage: 'PATH|ID',
  summary: 'moves what lies beside the watched folders by mistake into this one; never over another file',
  options: {},
  schema: z.object({ paths: z.tuple([z.string().min(1)], 'one folder is expected') }),
  run: async (input, call) => {
    const folder = await findFolder(call.client, input.paths[0]);
    if (folder === null) {
      call.complain('This folder is not watched. See "folders list".');
      return EXIT.no;
    }
    const taken = await call.client.folders.takeStrays({ path: resolve(folder.path, '..'), folderId: folder.id });
    if (!taken.ok) {
      call.complain('Nothing can be moved into it: see "folders list".');
      return EXIT.no;
    }
    call.print(`${taken.value.moved} moved`);
    for (const name of taken.value.stay) call.complain(`${name} stays: it is too large, or held by another program`);
    return taken.value.stay.length === 0 ? EXIT.done : EXIT.no;
  },
});
