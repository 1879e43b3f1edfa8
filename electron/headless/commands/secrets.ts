import { z } from 'zod';
import { INSTALLATION_SECRETS } from '#shared/app-api/secrets.ts';
import { type Call, type Command, command } from './support/command.ts';
import { sayVaultProblem } from './support/say.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';

const NAMES = INSTALLATION_SECRETS.join(' or ');
const one = z.tuple([z.enum(INSTALLATION_SECRETS)], `a name is expected: ${NAMES}`);

export const secretCommands: readonly Command[] = [
  command({
    words: 'secrets list',
    usage: '',
    summary: 'says which secrets of this installation are kept; never what they are',
    options: {},
    schema: z.object({ paths: z.array(z.string()).max(0, 'nothing else is expected') }),
    run: async (_, call) => {
      tell(await call.client.secrets.view(), call);
      return EXIT.done;
    },
  }),
  command({
    words: 'secrets keep',
    usage: 'NAME   (proxy-password or client-secret; the secret on standard input)',
    summary: 'keeps a secret of this installation in its vault',
    begins: true,
    options: {},
    schema: z.object({ paths: one }),
    run: async (input, call) => {
      const secret = (await call.readInput(`The ${input.paths[0]}`)).replace(/\r?\n$/, '');
      if (secret !== '') return keep(call, input.paths[0], secret);
      call.complain(`The secret is read from standard input, and nothing came.`);
      return EXIT.usage;
    },
  }),
  command({
    words: 'secrets drop',
    usage: 'NAME',
    summary: 'takes a secret of this installation out of its vault',
    options: {},
    schema: z.object({ paths: one }),
    run: (input, call) => keep(call, input.paths[0], null),
  }),
];

function tell(kept: Readonly<Record<string, boolean | null>>, call: Call): void {
  call.answer(
    kept,
    Object.entries(kept).map(
      ([name, is]) => `${name}: ${is === null ? 'not known, since the vault does not open; see "status"' : is ? 'kept' : 'none'}`,
    ),
  );
}

async function keep(call: Call, name: (typeof INSTALLATION_SECRETS)[number], secret: string | null): Promise<ExitCode> {
  const kept = await call.client.secrets.keep({ name, secret });
  if (kept.ok) {
    tell(kept.value, call);
    return EXIT.done;
  }
  call.complain(sayVaultProblem(kept.failure.kind));
  return EXIT.no;
}
