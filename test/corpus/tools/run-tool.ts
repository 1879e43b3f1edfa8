import { spawn } from 'node:child_process';
import { pixmapCounter } from './pixmaps.ts';

export type Answer = {
  /** Null if it had to be killed. */
  readonly exit: number | null;
  /** Pages, or one for a picture. */
  readonly count: number;
  readonly pixels: string;
  /** Its messages, each line once, without the file's name. */
  readonly said: readonly string[];
};

const TIME_LIMIT_MS = 20_000;
const SAID_MAX = 30;
const LINE_MAX = 160;

/** Runs a program that writes pictures to its standard output; returns what came. */
export function runTool(command: string, args: readonly string[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: TIME_LIMIT_MS, killSignal: 'SIGKILL' });
    const pixmaps = pixmapCounter();
    const said = new Set<string>();
    let line = '';
    child.stdout.on('data', (chunk: Buffer) => pixmaps.take(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      const lines = (line + chunk.toString('latin1')).split(/\r?\n/);
      line = (lines.pop() ?? '').slice(0, LINE_MAX);
      for (const one of lines) if (said.size < SAID_MAX) said.add(withoutPlaces(one));
    });
    child.once('error', reject);
    child.once('close', (exit) => {
      said.add(withoutPlaces(line));
      const { count, sha256 } = pixmaps.end();
      resolve({ exit, count, pixels: sha256, said: [...said].filter((one) => one !== '') });
    });
  });
}

/** The same fault in another place is the same message. */
function withoutPlaces(line: string): string {
  const bare = line.replaceAll(/\/\S*\/[0-9a-f]{64}\S*/g, 'FILE').replaceAll(/0x[0-9a-f]+/g, '#');
  return bare.replaceAll(/\d+/g, '#').trim().slice(0, LINE_MAX);
}
