import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { isWithin } from '#shared/node/is-inside.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';

/** What a user requested on the command line. */
export type Words = {
  /** Folder of the small Debian. */
  readonly root: string;
  /** Folders or files of tests, relative to the project; empty if only other parts were requested. */
  readonly tests: readonly string[];
  /** The simulation, the host as a program, and the installer. */
  readonly others: readonly Other[];
  /** Passed on to Vitest unchanged. */
  readonly vitest: readonly string[];
};

type RunEnvironment = {
  readonly project: string;
  /** The user's working folder, for relative paths. */
  readonly here: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
};

const OTHERS = ['sim', 'host', 'installer'] as const;
export type Other = (typeof OTHERS)[number];
const ALL = ['test/unit', 'test/contract', 'test/tidy'];

/**
 * Names come first (`unit` is `test/unit`, but `sim` is the simulation, `host` the host as a program and `installer` the installer), then
 * Vitest's own arguments; `--root` may come anywhere. The failure is a sentence.
 */
export function readWords(argv: readonly string[], place: RunEnvironment): Result<Words, string> {
  const rest: string[] = [];
  let root = join(place.environment['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'intray', 'wine');
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (word !== '--root' && !word.startsWith('--root=')) {
      rest.push(word);
      continue;
    }
    const given = word === '--root' ? argv[(at += 1)] : word.slice('--root='.length);
    if (given === undefined || given === '' || given.startsWith('-')) return fail('--root needs a folder');
    root = resolve(place.here, given);
  }
  if (isWithin(root, place.project) || isWithin(place.project, root))
    return fail(`${root} cannot be the root: it has to lie apart from the project, and hold nothing but the small Debian`);
  const firstOption = rest.findIndex((word) => word.startsWith('-'));
  const names = firstOption === -1 ? rest : rest.slice(0, firstOption);
  const vitest = rest.slice(names.length);
  // Only arguments of Vitest: run all tests.
  if (names.length === 0) return ok({ root, tests: ALL, others: vitest.length === 0 ? OTHERS : [], vitest });
  const others = OTHERS.filter((other) => names.includes(other));
  const tests = names.filter((name) => !others.some((other) => other === name));
  return ok({ root, tests: tests.map((name) => (/^test(\/|$)/.test(name) ? name : `test/${name}`)), others, vitest });
}
