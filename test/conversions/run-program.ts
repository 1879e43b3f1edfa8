import { spawn } from 'node:child_process';
import process from 'node:process';

/** `exit`: null if it had to be killed, or is not installed. */
export type Ran = { readonly exit: number | null; readonly out: Buffer; readonly said: string };

const TIME_LIMIT_MS = 300_000;

/** Runs another program to its end. One thread each, so that two at a time take two cores. */
export function runProgram([command, ...args]: readonly [string, ...string[]]): Promise<Ran> {
  return new Promise((resolve) => {
    const env = { ...process.env, OMP_THREAD_LIMIT: '1', MAGICK_THREAD_LIMIT: '1', LC_ALL: 'C.UTF-8' };
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: TIME_LIMIT_MS, killSignal: 'SIGKILL', env });
    const [out, said]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
    child.once('error', (error) => resolve({ exit: null, out: Buffer.alloc(0), said: String(error) }));
    child.once('close', (exit) => resolve({ exit, out: Buffer.concat(out), said: Buffer.concat(said).toString('latin1') }));
  });
}

/** Runs it, and throws if it fails: for programs without which nothing can be made. */
export async function mustRun(command: readonly [string, ...string[]]): Promise<Buffer> {
  const { exit, out, said } = await runProgram(command);
  if (exit !== 0) throw new Error(`${command.join(' ')}: exit code ${exit}\n${said.slice(-1_000)}`);
  return out;
}

export async function isInstalled(command: readonly [string, ...string[]]): Promise<boolean> {
  return (await runProgram(command)).exit !== null;
}
