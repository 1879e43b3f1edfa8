import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

export type Program = {
  /** The ready line, parsed. */
  readonly ready: Readonly<Record<string, unknown>>;
  readonly child: ChildProcess;
  /** All lines of stdout so far, including the ready line. */
  readonly stdout: readonly string[];
  stderr(): string;
  /** Ends it and waits; resolves with its exit code, or null if a signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

export type ProgramOptions = {
  /** The arguments for Node: `['sandbox/server.ts', '--port', '0']`. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly withinMs?: number;
  readonly cwd?: string;
};

/** A cold start of Node with its modules takes about a second here; a loaded machine may need many times that. */
const WITHIN_MS = 30_000;
/** A program that has not ended by then is killed. */
const STOP_WITHIN_MS = 10_000;

/** Starts a program of ours as a real process, and waits for its one JSON ready line. The program never outlives the test. */
export async function readyLine(options: ProgramOptions): Promise<Program> {
  const program = await startProgram(options);
  onTestFinished(async () => {
    await program.stop();
  });
  return program;
}

/** The same for `beforeAll`, where the caller stops it. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const child = spawn(process.execPath, [...options.args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  const stdout: string[] = [];
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => resolve(code));
    child.once('error', () => resolve(null));
  });
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
    const code = await ended;
    clearTimeout(timer);
    return code;
  };
  const line = await firstLine(child, { stdout, withinMs: options.withinMs ?? WITHIN_MS });
  if (line === null) {
    await stop('SIGKILL');
    throw new Error(`no ready line from ${options.args.join(' ')}\n${stderr}`);
  }
  return { ready: JSON.parse(line) as Record<string, unknown>, child, stdout, stderr: () => stderr, stop };
}

function firstLine(child: ChildProcess, deps: { readonly stdout: string[]; readonly withinMs: number }): Promise<string | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), deps.withinMs);
    const done = (line: string | null): void => {
      clearTimeout(timer);
      resolve(line);
    };
    if (child.stdout === null) return done(null);
    createInterface({ input: child.stdout }).on('line', (line) => {
      deps.stdout.push(line);
      done(line);
    });
    child.once('close', () => done(null));
    child.once('error', () => done(null));
  });
}
