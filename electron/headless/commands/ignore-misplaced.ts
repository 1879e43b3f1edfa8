import { resolve } from 'node:path';
import { z } from 'zod';
import { EXIT } from '../exit-codes.ts';
import { type Command, command } from './support/command.ts';
import { oneFolderSchema, withFolder } from './support/with-folder.ts';

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
