import { spawn } from 'node:child_process';
import process from 'node:process';

/** `lines`: how many it had told. `bySignal`: it was ended by a signal before, its own or the system's. */
export type Run = { readonly said: string; readonly lines: number; readonly bySignal: NodeJS.Signals | null };

const PROGRAM = 'test/faults/programs/busy-delivery.ts';

/** Lets the busy delivery run until it has told so many lines; it is ended by a signal then, and what it still told counts too. */
export async function runUntil(profile: string, env: Readonly<Record<string, string>>, lines: number): Promise<Run> {
  const child = spawn(process.execPath, [PROGRAM, profile], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } });
  let said = '';
  let heard = 0;
  let isEnded = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    heard += text.split('\n').length - 1;
    if (isEnded || heard < lines) return;
    isEnded = true;
    child.kill('SIGKILL');
  });
  const bySignal = await new Promise<NodeJS.Signals | null>((resolve) => child.once('close', (_, signal) => resolve(signal)));
  return { said, lines: heard, bySignal: isEnded ? null : bySignal };
}
