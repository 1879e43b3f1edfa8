import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { pause } from '../../build/demo/pause.ts';
import { cpuSeconds, residentMb } from './process-figures.ts';
import { type Line, median, spread } from './line.ts';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';

const STAND_IN = join('test', 'electron-stand-in', 'binary', 'electron');
const STARTS = 5;
const CALM_MS = 10_000;
const MEASURE_MS = 60_000;
const READY_WITHIN_MS = 60_000;
/** Logged by the main process when tray and engine are ready. */
const READY = 'the tray is there';

/** The main process of the desktop app on the stand-in: Node runs it as Electron's Node would, without Electron's own share. */
export async function shell(): Promise<readonly Line[]> {
  if (process.platform !== 'linux') {
    process.stdout.write('the shell is left out: only Linux has /proc\n');
    return [];
  }
  const rounds: Record<string, number>[] = [];
  for (let start = 0; start < STARTS; start += 1) rounds.push(await inProfile(async (app) => ({ ours: app.readyMs })));
  const starts = rounds.map((round) => round['ours'] ?? Number.NaN);
  const standing = await inProfile(async ({ pid }) => {
    await pause(CALM_MS);
    const [before, from] = [cpuSeconds(pid), performance.now()];
    await pause(MEASURE_MS);
    return { cpu: ((cpuSeconds(pid) - before) / ((performance.now() - from) / 1_000)) * 100, memory: residentMb(pid) };
  });
  const on = 'main process alone, hidden, on the stand-in: without Electron’s own share';
  const common = { theirs: null, note: on };
  return [
    {
      ...common,
      id: 'shell',
      what: 'start of the main process to the tray',
      ours: median(starts),
      unit: 'ms',
      figure: median(starts),
      target: { most: 1_500 },
      rounds,
      note: `${on}; spread ${Math.round(spread(starts) * 100)} %`,
    },
    {
      ...common,
      id: 'shell',
      what: 'idle processor',
      ours: standing.cpu,
      unit: '% of a core',
      figure: standing.cpu,
      target: { most: 0.2 },
      rounds: [],
    },
    {
      ...common,
      id: 'shell',
      what: 'idle memory, resident',
      ours: standing.memory,
      unit: 'MB',
      figure: standing.memory,
      target: { most: 115 },
      rounds: [],
    },
  ];
}

type Running = { readonly pid: number; readonly readyMs: number };

async function inProfile<T>(measure: (app: Running) => Promise<T>): Promise<T> {
  const profile = scratchFolder('shell');
  const from = performance.now();
  const args = ['.', '--hidden', `--profile=${profile}`, `--create-key-file=${join(profile, 'key')}`];
  const child = spawn(STAND_IN, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    await ready(child);
    return await measure({ pid: child.pid ?? 0, readyMs: performance.now() - from });
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    removeFolder(profile);
  }
}

async function ready(child: ChildProcess): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not ready\n${said.slice(-2_000)}`)), READY_WITHIN_MS);
    const hear = (text: Buffer): void => {
      said += text.toString();
      if (!said.includes(READY)) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => reject(new Error(`ended with ${code}\n${said.slice(-2_000)}`)));
  });
}
