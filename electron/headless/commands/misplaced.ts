import { resolve } from 'node:path';
import { z } from 'zod';
import { EXIT } from '../exit-codes.ts';
import { type Command, command } from './support/command.ts';
import { oneFolderSchema, withFolder } from './support/find-company.ts';
import { complain } from './support/say.ts';

/** Ignores files that were put beside a watched folder, until others appear there, and takes that back. */
export const ignoreMisplacedCommand: Command = command({
  words: 'folders ignore',
  usage: '[--undo] PATH|ID',
  summary: 'ignores what lies beside this watched folder by mistake, until other files appear there; --undo takes that back',
  options: { undo: { type: 'boolean' } },
  schema: z.object({ undo: z.boolean().default(false), paths: oneFolderSchema }),
  needs: () => 'looked',
  run: async ({ paths, undo }, call) =>
    withFolder(call, paths, async (folder) => {
      const path = resolve(folder.path, '..');
      if (undo) {
        const { noLongerIgnored } = await call.client.folders.askAboutMisplaced({ path });
        call.answer({ noLongerIgnored }, [`${noLongerIgnored} in ${JSON.stringify(path)} are no longer ignored`]);
        return noLongerIgnored > 0 ? EXIT.done : EXIT.no;
      }
      const done = await call.client.folders.ignoreMisplaced({ path });
      const ignored = done.ok ? done.value.ignored : 0;
      call.answer({ ignored }, [`${ignored} in ${JSON.stringify(path)} are ignored now`]);
      if (ignored === 0) call.complain('Nothing that could be meant for a watched folder lies there: see "folders list".');
      return ignored > 0 ? EXIT.done : EXIT.no;
    }),
});

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
