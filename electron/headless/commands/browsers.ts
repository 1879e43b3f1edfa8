import { z } from 'zod';
import { browserIdSchema, type SignedIn } from '#shared/app-api/browsers-contract.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { type Call, type Command, command } from './support/command.ts';
import { table } from './support/say.ts';

const ALL_OR_ONE = 'name one id of "browsers", or --all';

/** Lists the browsers that are signed in to the running host, and signs out one or all of them. */
export const browserCommands: readonly Command[] = [
  command({
    words: 'browsers end',
    usage: 'ID | --all',
    summary: 'signs a browser out of the window at once, by its id (see "browsers"), or all of them; each wants a new address then',
    options: { all: { type: 'boolean' } },
    schema: z
      .object({ all: z.boolean().default(false), paths: z.array(browserIdSchema).max(1, ALL_OR_ONE) })
      .refine(({ all, paths }) => all === (paths.length === 0), { path: ['paths'], message: ALL_OR_ONE }),
    needs: () => 'host',
    run: async ({ paths: [id] }, call) => (id === undefined ? endAll(call) : endOne(call, id)),
  }),
  command({
    words: 'browsers',
    usage: '',
    summary: 'lists the browsers that are signed in to the window of the running host',
    options: {},
    schema: z.object({ paths: z.array(z.string()).max(0, 'nothing else is expected') }),
    needs: () => 'host',
    run: async (_, call) => {
      const { browsers } = await clientOf(call).list();
      const listed = browsers.map(({ own: _own, ...told }) => told);
      call.answer(listed, listed.length === 0 ? [] : table([['id', 'browser', 'signed in', 'last used'], ...browsers.map(rowOf)]));
      if (listed.length === 0) call.complain('No browser is signed in.');
      return EXIT.done;
    },
  }),
];

async function endOne(call: Call, id: string): Promise<ExitCode> {
  const ended = await clientOf(call).end({ id });
  if (ended.ok) {
    call.answer(ended.value, ['This browser is signed out.']);
    return EXIT.done;
  }
  call.complain('No browser of this id is signed in. Nothing was changed; "browsers" lists them.');
  return EXIT.no;
}

async function endAll(call: Call): Promise<ExitCode> {
  const answer = await clientOf(call).endAll();
  call.answer(answer, [`Signed out: ${answer.ended}. Addresses that were not opened yet are no longer good; "url" gives a new one.`]);
  return EXIT.done;
}

function clientOf({ browsers }: Call): NonNullable<Call['browsers']> {
  if (browsers === undefined) throw new Error('a command that needs a host is run by one');
  return browsers;
}

function rowOf({ id, browser, system, signedInAt, usedAt }: SignedIn): readonly string[] {
  const name = browser === null ? 'A browser' : system === null ? browser : `${browser} on ${system}`;
  return [id, name, minuteOf(signedInAt), minuteOf(usedAt)];
}

/** In this computer's time zone. */
function minuteOf(at: WallMs): string {
  return new Date(at).toLocaleString('sv-SE').slice(0, 'YYYY-MM-DD hh:mm'.length);
}
