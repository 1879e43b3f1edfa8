import { basename, isAbsolute, relative } from 'node:path';

/** How a program came to run: its own arguments and environment, and the folder that it was called in. */
export type Called = {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
};

/** What a person types before the words of a command, as this one did: by npm's script, by the installed name, or by the file. */
export function calledAs({ argv, env, folder }: Called): string {
  if (env['npm_lifecycle_event'] === 'headless') return 'npm run -s headless --';
  const [, file = 'intray'] = argv;
  if (basename(file) === 'intray') return 'intray';
  const short = relative(folder, file);
  return `node ${short.startsWith('..') || isAbsolute(short) ? file : short}`;
}
