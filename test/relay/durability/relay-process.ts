import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export type RelayProcess = {
  readonly url: string;
  readonly pid: number;
  stderr(): string;
  /** Resolves when it has ended: with its exit code, or null if a signal ended it. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
};

/** For a cold start on a loaded machine. */
const READY_WITHIN_MS = 60_000;

/** The relay as an operator runs it: a program of its own, configured by its environment. */
export async function relayProcess(environment: Readonly<Record<string, string>>, port = 0): Promise<RelayProcess> {
  const child = spawn(process.execPath, ['relay/server.ts', '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-10_000);
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const line = await waitForReadyLine(child);
  if (line === null) {
    child.kill('SIGKILL');
    throw new Error(`the relay did not start\n${stderr}`);
  }
  return {
    url: (JSON.parse(line) as { url: string }).url,
    pid: child.pid ?? 0,
    stderr: () => stderr,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

function waitForReadyLine(child: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), READY_WITHIN_MS);
    const done = (line: string | null): void => {
      clearTimeout(timer);
      resolve(line);
    };
    child.once('exit', () => done(null));
    if (child.stdout !== null) createInterface({ input: child.stdout }).once('line', done);
  });
}
