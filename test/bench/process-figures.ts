import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Line } from './line.ts';

/** Linux counts a process's time in these, whatever the kernel's own tick is. */
const TICKS_PER_SECOND = 100;

/** Why a process cannot be measured here, or null. */
export function figuresMissing(): string | null {
  return process.platform === 'linux' ? null : 'only Linux has /proc';
}

/** Processor time that a process has used so far. */
export function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? Number.NaN) * 1_024;
}

/** The name in field 2 may contain spaces; after its last parenthesis there are none. Fields 14 and 15: user and system time. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** The same to the microsecond, for work shorter than a tick: the run time of each thread. */
export function cpuMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'));
  return threads.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0) / 1e6;
}

export function residentMb(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? Number.NaN) / 1_024;
}

/** Its own share of memory: a page that several processes share counts partly for each. */
export function ownMb(pid: number): number {
  const line = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
  return Number(line?.[1] ?? Number.NaN) / 1_024;
}

/** Its running child processes. */
export function childrenOf(pid: number): readonly number[] {
  const listed = readdirSync(`/proc/${pid}/task`).map((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8'));
  return listed.join(' ').split(/\s+/).filter(Boolean).map(Number);
}

/** What became of a part: its lines, or why there are none. */
export type Outcome =
  | { readonly part: string; readonly lines: readonly Line[] }
  | { readonly part: string; readonly lines: readonly []; readonly failed: string };

/** The longest part takes some five minutes on a calm machine. */
const PART_MAX_MS = 20 * 60_000;
const WORDS_MAX = 4_000;
const PART = 'test/bench/programs/part.ts';

/**
 * Runs a part in a process of its own, so that what it leaves in memory, or breaks, does not reach the next one. Never rejects. `program`: what is
 * run in place of `part.ts`, for tests.
 */
export async function measurePart(part: string, { program = PART, mostMs = PART_MAX_MS } = {}): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'intray-bench-'));
  const file = join(folder, 'lines.json');
  try {
    const why = await run([program, part, file], mostMs);
    return why === null ? { part, lines: JSON.parse(readFileSync(file, 'utf8')) as readonly Line[] } : { part, lines: [], failed: why };
  } catch (thrown) {
    return { part, lines: [], failed: String(thrown) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Null once it has ended well, else the reason. Its whole process group ends with it: a part starts hosts, relays and browsers. */
function run(args: readonly string[], mostMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'inherit', 'pipe'], detached: true });
    let words = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-WORDS_MAX);
    });
    const timer = setTimeout(() => endGroup(child.pid), mostMs);
    // Its group is another one, so Ctrl-C does not reach it.
    const interrupted = (): void => {
      endGroup(child.pid);
      process.exit(130);
    };
    process.once('SIGINT', interrupted);
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      process.off('SIGINT', interrupted);
      endGroup(child.pid);
      if (code === 0) resolve(null);
      else resolve(`${signal === null ? `ended with ${code}` : `ended by ${signal}`}: ${reasonIn(words)}`);
    });
  });
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}

/** The line that names an error, else the last one. */
function reasonIn(words: string): string {
  const lines = words.split('\n').map((line) => line.trim());
  const said = lines.filter((line) => line !== '' && !/^(at |Node\.js v)/.test(line));
  return said.findLast((line) => /^\w*Error\b/.test(line)) ?? said.at(-1) ?? 'it said nothing';
}
