import { z } from 'zod';
import type { AllTheSame } from '#shared/domain/item/all-the-same.ts';
import { itemIdSchema } from '#shared/domain/ids.ts';
import { EXIT } from '../../exit-codes.ts';
import { type Command, command } from '../support/command.ts';

const AT_ONCE = 500;

/** Sends documents that are unfit only because of their content, not by a rule of the service, when a person says so (C40). */
export const sendAllTheSameCommand: Command = command({
  words: 'documents send-anyway',
  formerly: 'documents send-all-the-same',
  usage: 'ID…   (ids of "documents --json")',
  summary: 'sends unfit documents that are damaged, without pages or locked by a password; the accountant’s tool may refuse them',
  options: {},
  schema: z.object({
    paths: z.array(itemIdSchema).min(1, 'at least one id is expected').max(AT_ONCE, `at most ${AT_ONCE} ids`),
  }),
  run: async ({ paths }, call) => {
    const all: { readonly id: string; readonly became: AllTheSame }[] = [];
    for (const itemId of paths) {
      const { became } = await call.client.items.sendAllTheSame({ itemId });
      all.push({ id: itemId, became });
    }
    const [sent, left] = [all.filter(({ became }) => became === 'sent'), all.filter(({ became }) => became !== 'sent')];
    call.answer(all, sent.map(say));
    for (const one of left) call.complain(say(one));
    return left.length === 0 ? EXIT.done : EXIT.no;
  },
});

function say({ id, became }: { readonly id: string; readonly became: AllTheSame }): string {
  return `${id}: ${SAYS[became]}`;
}

const SAYS: Readonly<Record<AllTheSame, string>> = {
  sent: 'it waits to be sent, as it is',
  asked: 'The same file is known as the other type, so it is held. See "documents"; "allow" sends it.',
  gone: 'Its file is no longer where it was, so nothing was sent.',
  changed: 'Its file has changed, so nothing was sent. The changed file is looked at by itself.',
  'in-cloud': 'Its content is in the cloud only by now, so nothing was sent. Open the file once.',
  unreadable: 'Its file cannot be read now, so nothing was sent: another program is using it, or its disk does not answer.',
  'not-fit': 'Its file begins as nothing that can be sent.',
  'not-offered':
    'No unfit document of this id has a content that could be sent: see "documents". What the import service does not take by its rules cannot be sent.',
};
