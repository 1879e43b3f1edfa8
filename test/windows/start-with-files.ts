import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from '../../build/windows/run-program.ts';
import type { Started } from './machine.ts';

type How = {
  /** Files for input and output: Windows' Node cannot use a pipe under Wine. */
  readonly folder: string;
  readonly input: string;
  readonly cwd?: string;
  /** Ends the process that was really started, if it is not the child itself. */
  readonly killBy?: (child: ChildProcess) => void;
};

let started = 0;

/** Starts a command whose standard input, output and error are files. */
export function startWithFiles({ program, args, env }: Command, { folder, input, cwd, killBy }: How): Started {
  mkdirSync(folder, { recursive: true });
  started += 1;
  const [inFile = '', outFile = '', errFile = ''] = ['in', 'out', 'err'].map((kind) => join(folder, `${started}.${kind}`));
  writeFileSync(inFile, input, { mode: 0o600 });
  const files = [openSync(inFile, 'r'), openSync(outFile, 'w'), openSync(errFile, 'w')];
  const child = spawn(program, args, { stdio: files, ...(env === undefined ? {} : { env }), ...(cwd === undefined ? {} : { cwd }) });
  for (const file of files) closeSync(file);
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(127));
    child.once('close', (code) => resolve(code));
  });
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    ended,
    out: () => readFileSync(outFile, 'utf8'),
    err: () => readFileSync(errFile, 'utf8'),
    kill: () => {
      if (isOver()) return;
      if (killBy === undefined) child.kill('SIGKILL');
      else killBy(child);
    },
  };
}
