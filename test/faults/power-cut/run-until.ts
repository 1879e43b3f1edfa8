import { spawn } from 'node:child_process';
import process from 'node:process';
import { createInterface } from 'node:readline';

/** `lines`: how many of them tell of a document. `bySignal`: a signal ended it before it had told as many as wanted. */
export type Run = { readonly said: string; readonly lines: number; readonly bySignal: NodeJS.Signals | null };

const PROGRAM = 'test/faults/programs/busy-delivery.ts';
const OF_DOCUMENT = /^(?:queued|sent|ended) /;
/** A program that tells nothing any more is ended, too. */
const WITHIN_MS = 60_000;

/** Lets the busy delivery run until it has told so much of documents, and then kills it. What it still tells until it is dead counts, too. */
export async function runUntil(profile: string, env: Readonly<Record<string, string>>, lines: number): Promise<Run> {
  const child = spawn(process.execPath, [PROGRAM, profile], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } });
  const said: string[] = [];
  let heard = 0;
  const reader = createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(`${line}\n`);
    if (!OF_DOCUMENT.test(line)) return;
    heard += 1;
    if (heard === lines) child.kill('SIGKILL');
  });
  const late = setTimeout(() => child.kill('SIGKILL'), WITHIN_MS);
  const [signal] = await Promise.all([
    new Promise<NodeJS.Signals | null>((resolve) => child.once('close', (_, by) => resolve(by))),
    new Promise((resolve) => reader.once('close', resolve)),
  ]);
  clearTimeout(late);
  return { said: said.join(''), lines: heard, bySignal: heard < lines ? signal : null };
}
