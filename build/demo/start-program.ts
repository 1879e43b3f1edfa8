import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** One of our programs, running beside this one, that has reported ready. */
export type Program = {
  readonly name: string;
  /** How it was started, for starting it again. */
  readonly start: ProgramStart;
  readonly pid: number;
  /** Its one JSON line. */
  readonly ready: unknown;
  readonly running: () => boolean;
  /** The end of its log, for errors. */
  readonly log: () => string;
  /** Asks it to end, and kills it if it does not. */
  readonly stop: () => Promise<void>;
  /** Like a power cut: it cannot tidy up. */
  readonly kill: () => Promise<void>;
  /** Resolves when it has ended, for any reason. */
  readonly ended: Promise<void>;
};

export type ProgramStart = {
  readonly name: string;
  /** For Node: a file and its arguments. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

/** A cold start takes about a second; a loaded machine needs many times that. */
const READY_WITHIN_MS = 60_000;
/** Longer than the longest shutdown limit of any of them (the headless host's 12 s). */
const STOP_WITHIN_MS = 15_000;
const LOG_CHARACTERS_MAX = 20_000;

export async function startProgram(start: ProgramStart): Promise<Program> {
  const child = spawn(process.execPath, [...start.args], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...start.env } });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-LOG_CHARACTERS_MAX);
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const running = (): boolean => child.exitCode === null && child.signalCode === null;
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  const stop = async (): Promise<void> => {
    if (!running()) return;
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
    await ended;
    clearTimeout(late);
  };
  const line = await firstLine(child);
  if (line === null || child.pid === undefined) {
    await kill();
    throw new Error(`${start.name} did not become ready\n${log}`);
  }
  return { name: start.name, start, pid: child.pid, ready: JSON.parse(line), running, log: () => log, stop, kill, ended };
}

function firstLine(child: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => {
    const { stdout } = child;
    if (stdout === null) return resolve(null);
    const late = setTimeout(() => resolve(null), READY_WITHIN_MS);
    const done = (line: string | null): void => {
      clearTimeout(late);
      resolve(line);
    };
    // Keeps reading for ever, because a full pipe would block the program.
    createInterface({ input: stdout }).on('line', done);
    child.once('close', () => done(null));
    child.once('error', () => done(null));
  });
}
