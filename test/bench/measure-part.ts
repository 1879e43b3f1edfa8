import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Line } from './line.ts';

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
