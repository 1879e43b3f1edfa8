import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sendUnder, type Stage } from './stage.ts';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';
import { spawn } from 'node:child_process';

/** A point at which to kill: the call's name, and its number among the calls of that name in its thread, as strace counts. */
export type Point = { readonly call: string; readonly at: number; readonly what: string };

/** Every call that makes something durable, or sends or receives something. */
const TRACED = [
  'pwrite64',
  'pwritev',
  'write',
  'writev',
  'fsync',
  'fdatasync',
  'ftruncate',
  'rename',
  'unlink',
  'mkdir',
  'connect',
  'read',
  'sendto',
  'recvfrom',
] as const;

const LINE = /^(\d+)\s+(\w+)\((.*)$/;
const STDIO = /^[012]</;

/** The points of a traced life, each once, in order of their appearance. */
function pointsOf(trace: string, roots: readonly string[]): readonly Point[] {
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  const points: Point[] = [];
  for (const line of trace.split('\n')) {
    const [, thread = '', call = '', rest = ''] = LINE.exec(line) ?? [];
    if (call === '') continue;
    const at = (counts.get(`${thread} ${call}`) ?? 0) + 1;
    counts.set(`${thread} ${call}`, at);
    const isOurs = roots.some((root) => rest.includes(root)) && call !== 'read';
    const isSocket = /^\d+<(socket|TCP)/.test(rest) && !STDIO.test(rest);
    // One for each number: two threads that make the same call meet the same injection, whichever comes first.
    const key = `${call} ${at}`;
    if ((!isOurs && !isSocket) || seen.has(key)) continue;
    seen.add(key);
    points.push({ call, at, what: rest.slice(0, 90) });
  }
  return points;
}

/** Runs one undisturbed life under strace, and returns the points at which such a life can be killed. */
export async function findPoints(stage: Stage): Promise<readonly Point[]> {
  const folder = scratchFolder('trace');
  const trace = join(folder, 'trace');
  try {
    const file = stage.begin('a life that nobody disturbs');
    const life = await sendUnder(['-y', '--seccomp-bpf', '-o', trace, '-e', `trace=${TRACED.join(',')}`], { profile: stage.profile, file });
    if (life.code !== 0) throw new Error(`the traced life did not end well: ${life.stderr}`);
    return pointsOf(readFileSync(trace, 'utf8'), [stage.profile]);
  } finally {
    removeFolder(folder);
  }
}

/** Makes calls of a running program fail, as on a broken disk, until `mend`. Resolves when the fault is in place. */
export function badDisk(pid: number, rules: readonly string[]): Promise<{ readonly mend: () => Promise<void> }> {
  const calls = rules.map((rule) => rule.split(':')[0] ?? '').join(',');
  const options = ['-f', '-o', '/dev/null', '-e', `trace=${calls}`, ...rules.flatMap((rule) => ['-e', `inject=${rule}`])];
  return new Promise((resolve, reject) => {
    const child = spawn('strace', [...options, '-p', String(pid)], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    const ended = new Promise<void>((end) => child.once('close', () => end()));
    const mend = async (): Promise<void> => {
      // strace detaches from the program, which goes on.
      child.kill('SIGTERM');
      await ended;
    };
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (/ attached/.test(said)) resolve({ mend });
    });
    child.once('close', () => reject(new Error(`strace did not hold on to ${pid}: ${said}`)));
    child.once('error', reject);
  });
}
