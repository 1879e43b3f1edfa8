import { z } from 'zod';
import { EXIT } from '../exit-codes.ts';
import { type Command, command } from './support/command.ts';
import { complain } from './support/say.ts';
import { oneFolderSchema, withFolder } from './support/find-company.ts';

export const fetchCommand: Command = command({
  words: 'folders fetch',
  usage: 'PATH|ID',
  summary: 'fetches and sends what lies in the cloud only since before the folder was watched, one file at a time',
  options: {},
  schema: z.object({ paths: oneFolderSchema }),
  run: async ({ paths }, call) =>
    withFolder(call, paths, async ({ id: folderId }) => {
      const fetched = await call.client.folders.fetchFromCloud({ folderId });
      if (!fetched.ok) return complain(call, 'Nobody looks into this folder now. See "doctor".');
      call.answer(fetched.value, [`${fetched.value.files} to be fetched and sent; see "status"`]);
      return EXIT.done;
    }),
});
