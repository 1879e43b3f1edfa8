import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Left } from '#test/support/find-canaries.ts';
import { type Program, startProgram } from '#test/support/ready-line.ts';

export type Ended = { readonly code: number | null; readonly said: string };

/** Programs of ours, with everything that they print and that a neighbour can see of them. */
export type Overheard = {
  start(name: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Program>;
  run(args: readonly string[], input?: string): Promise<Ended>;
  /** Looks at the running programs and their children, as `ps` does. */
  look(): void;
  /** What was printed and seen so far. `but`: programs whose environment, or first line, contains a secret by design. */
  left(but: { readonly environment: readonly string[]; readonly firstLine: readonly string[] }): readonly Left[];
};

export function overheard(common: Readonly<Record<string, string>>): Overheard {
  const programs: { readonly name: string; readonly program: Program }[] = [];
  const seen: (Left & { readonly of: string; readonly what: 'cmdline' | 'environ' })[] = [];
  const said: Left[] = [];
  const lookAt = (of: string, pid: number): void => {
    for (const what of ['cmdline', 'environ'] as const) seen.push({ of, what, where: `${what} of ${of}`, bytes: ofProcess(pid, what) });
    for (const child of childrenOf(pid)) lookAt(`${of}'s child`, child);
  };
  return {
    start: async (name, args, env = {}) => {
      const program = await startProgram({ args, env: { ...common, ...env }, withinMs: READY_WITHIN_MS });
      programs.push({ name, program });
      return program;
    },
    run: async (args, input = '') => {
      const child = spawn(process.execPath, ['electron/headless/main.ts', ...args], { env: { ...process.env, ...common } });
      const name = `command ${args.slice(0, 2).join(' ')}`;
      const bytes: Buffer[] = [];
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => bytes.push(chunk));
      child.stdin.on('error', () => undefined);
      lookAt(name, child.pid ?? 0);
      child.stdin.end(input);
      const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
      said.push({ where: `output of ${name}`, bytes: Buffer.concat(bytes) });
      return { code, said: Buffer.concat(bytes).toString() };
    },
    look: () => {
      for (const { name, program } of programs) if (program.child.exitCode === null) lookAt(name, program.child.pid ?? 0);
    },
    left: (but) => [
      ...said,
      ...seen.filter(({ of, what }) => what !== 'environ' || !but.environment.includes(of)),
      ...programs.map(({ name, program }) => {
        const lines = program.stdout.slice(but.firstLine.includes(name) ? 1 : 0);
        return { where: `output of ${name}`, bytes: Buffer.from([...lines, program.stderr()].join('\n')) };
      }),
    ],
  };
}

/** For cold starts on a loaded machine. */
const READY_WITHIN_MS = 60_000;

/** Every file below a folder, byte for byte. */
export function filesBelow(root: string): readonly Left[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({ where: join(entry.parentPath, entry.name), bytes: readFileSync(join(entry.parentPath, entry.name)) }));
}

/** Empty if the process has ended meanwhile. */
function ofProcess(pid: number, what: 'cmdline' | 'environ'): Buffer {
  try {
    return readFileSync(`/proc/${pid}/${what}`);
  } catch {
    return Buffer.alloc(0);
  }
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    // It has ended meanwhile.
    return [];
  }
}
