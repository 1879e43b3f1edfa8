import { parseArgs } from 'node:util';
import { z } from 'zod';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { HOST_OPTIONS, type HostOptions, hostOptionsSchema } from './host/host-options.ts';
import { beforeDashes } from '#shared/lib/file-names.ts';
import { basename, isAbsolute, relative } from 'node:path';

export type StartOptions = { readonly host: HostOptions; readonly port: number };

const startSchema = z.object({ port: z.coerce.number().int().min(0).max(65_535).default(0) });

/** The arguments of a host that runs until it is stopped (and of `url`, which has no others). */
export function readStart(args: readonly string[]): Result<StartOptions, string> {
  try {
    const { values } = parseArgs({ args: [...args], options: { ...HOST_OPTIONS, port: { type: 'string' } } });
    if (values.profile === undefined) return fail('--profile DIR is needed. See --help.');
    const host = hostOptionsSchema.safeParse(values);
    const start = startSchema.safeParse(values);
    return host.success && start.success ? ok({ host: host.data, port: start.data.port }) : fail('--port is a number up to 65535.');
  } catch (error) {
    // Unknown options and missing values, each with a sentence for the user.
    return fail(error instanceof Error ? error.message : 'cannot be understood');
  }
}

/** Whether `--help` or `-h` is among the arguments, in any position; after `--` it is a file name. */
export function asksForHelp(args: readonly string[]): boolean {
  const words = beforeDashes(args);
  return words.includes('--help') || words.includes('-h');
}

/** How this program was started: its arguments, its environment and its working folder. */
type Called = {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
};

/** What a user types before the words of a command, as for this start: npm's script, the installed name, or the file. */
export function calledAs({ argv, env, folder }: Called): string {
  if (env['npm_lifecycle_event'] === 'headless') return 'npm run -s headless --';
  const [, file = 'intray'] = argv;
  if (basename(file) === 'intray') return 'intray';
  const short = relative(folder, file);
  return `node ${short.startsWith('..') || isAbsolute(short) ? file : short}`;
}
