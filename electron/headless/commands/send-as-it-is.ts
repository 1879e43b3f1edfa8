import { relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import type { AsItIs } from '#shared/domain/folder/unfinished.ts';
import { isInside } from '#shared/node/is-inside.ts';
import { type Command, command } from './support/command.ts';
import { EXIT } from '../exit-codes.ts';

export const sendAsItIsCommand: Command = command({
  words: 'send-as-it-is',
  usage: 'FILE',
  summary: 'sends a file that "status" calls not complete without what is missing; a minute after it came, not before',
  options: {},
  schema: z.object({
    paths: z.tuple(
      [
        z
          .string()
          .min(1)
          .transform((path) => resolve(path)),
      ],
      'one file is expected',
    ),
  }),
  run: async (input, call) => {
    const [path] = input.paths;
    const { folders } = await call.client.overview();
    const folder = folders.find((one) => isInside(path, one.path));
    if (folder === undefined) {
      call.complain('This file lies in no watched folder. See "folders list".');
      return EXIT.no;
    }
    const sent = await call.client.folders.sendAsItIs({ folderId: folder.id, path: relative(folder.path, path).replaceAll(sep, '/') });
    if (sent.ok && (sent.value.became === 'taken' || sent.value.became === 'known')) {
      call.answer(sent.value, [SAYS[sent.value.became]]);
      return EXIT.done;
    }
    call.complain(sent.ok ? SAYS[sent.value.became] : NOT_WAITED_FOR);
    return EXIT.no;
  },
});

const NOT_WAITED_FOR =
  'Nobody waits for the rest of this file. See "status" and "documents"; "documents send-anyway" sends what is in the list as unfit.';

const SAYS: Readonly<Record<AsItIs, string>> = {
  taken: 'it is in the list of documents now, as it is',
  known: 'its content is in the list of documents already, and is not sent again; see "documents"',
  changed: 'It changed: a program still writes it. Wait until it has been quiet for a moment.',
  unreadable: 'It cannot be read now: another program is using it, or its disk does not answer.',
  'too-soon': 'It has not been there for a minute: whatever writes it may go on.',
  'not-fit': 'It is empty, or begins as nothing that can be sent.',
};
