import { basename, isAbsolute, relative } from 'node:path';

/** How this program was started: its arguments, its environment and its working folder. */
export type Called = {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
};

/** What a person types before the words of a command, as for this start: npm's script, the installed name, or the file. */
export function calledAs({ argv, env, folder }: Called): string {
  if (env['npm_lifecycle_event'] === 'headless') return 'npm run -s headless --';
  const [, file = 'intray'] = argv;
  if (basename(file) === 'intray') return 'intray';
  const short = relative(folder, file);
  return `node ${short.startsWith('..') || isAbsolute(short) ? file : short}`;
}
