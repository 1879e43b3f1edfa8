import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { profileArgs } from '../../../build/demo/start-host.ts';

export type Ended = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
};

/** Why the real program cannot be traced and killed at a chosen call; null if it can. */
export function noStrace(): string | null {
  try {
    execFileSync('strace', ['--version'], { stdio: 'pipe' });
    return null;
  } catch {
    // Not installed, or not executable by us: either way it cannot be used.
    return 'there is no strace here, which cuts the real program off at a chosen call; on Debian: apt install strace';
  }
}

/** A life of the real program should take seconds; on a loaded machine it takes many times that. */
const LIFE_MS = 120_000;
/** How long `send` waits for the answer. Where strace kills every new child process at the same call, a disturbed life would wait in vain. */
const SEND_S = { whole: 100, disturbed: 20 };

/**
 * Runs `send FILE` of the headless host, the whole engine from its start to its end, under strace with `options` (null: without strace). It
 * has one thread for files, so that the same calls come in the same order each time.
 */
export function sendUnder(
  options: readonly string[] | null,
  of: { readonly profile: string; readonly file: string; readonly life?: keyof typeof SEND_S },
): Promise<Ended> {
  const program = [
    join('build', 'headless.mjs'),
    'send',
    of.file,
    '--timeout',
    String(SEND_S[of.life ?? 'whole']),
    ...profileArgs(of.profile),
  ];
  const [name, args] = options === null ? [process.execPath, program] : ['strace', ['-f', ...options, process.execPath, ...program]];
  return new Promise((resolve, reject) => {
    // A process group of its own, so that a life that does not end can be killed alone.
    const child = spawn(name, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
      detached: true,
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), LIFE_MS);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, stdout, stderr });
    });
  });
}
