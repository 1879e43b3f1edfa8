import { resolve } from 'node:path';
import { z } from 'zod';
import { type Command, command } from './support/command.ts';
import { EXIT } from '../exit-codes.ts';
import { complain } from './support/complain.ts';
import { oneFolderSchema, withFolder } from './support/with-folder.ts';

export const takeMisplacedCommand: Command = command({
  words: 'folders take',
  usage: 'PATH|ID',
  summary: 'moves what lies beside the watched folders by mistake into this one; never over another file',
  options: {},
  schema: z.object({ paths: oneFolderSchema }),
  run: async ({ paths }, call) =>
    withFolder(call, paths, async ({ id: folderId, path }) => {
      const taken = await call.client.folders.takeMisplaced({ path: resolve(path, '..'), folderId });
      if (!taken.ok) return complain(call, 'Nothing can be moved into it: see "folders list".');
      call.answer(taken.value, [`${taken.value.moved} moved`]);
      for (const name of taken.value.stay) call.complain(`${name} stays: it is too large, or held by another program`);
      return taken.value.stay.length === 0 ? EXIT.done : EXIT.no;
    }),
});
