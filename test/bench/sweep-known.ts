import { spawn } from 'node:child_process';
import { type Line, median, spread } from './line.ts';

const FILES = 100_000;
const ROUNDS = 5;
const BLOCK_MS_MOST = 10;
const MEMORY_MB_MOST = 60;

/** P4: the sweep at a start over files that are all known. */
export async function sweepOfKnown(count = ROUNDS): Promise<readonly Line[]> {
  const rounds = JSON.parse(await output(['test/bench/programs/sweep.ts', String(FILES), String(count)])) as Record<string, number>[];
  const of = (name: string): readonly number[] => rounds.map((round) => round[name] ?? Number.NaN);
  const ratio = median(rounds.map((round) => (round['ours'] ?? 0) / (round['theirs'] ?? 1)));
  const note = `${FILES} files in 100 folders, reading what is known included (${Math.round(median(of('knownMs')))} ms); spread ${Math.round(spread(of('ours')) * 100)} %`;
  const common = { unit: 'ms', theirs: null, rounds: [], note: 'of the whole sweep, reading what is known included' };
  return [
    {
      id: 'P4',
      what: 'sweep of known files, against readdir + stat',
      ours: median(of('ours')),
      theirs: median(of('theirs')),
      unit: 'ms',
      figure: ratio,
      target: { most: 1.3 },
      rounds,
      note,
    },
    {
      ...common,
      id: 'P4',
      what: 'longest block of the event loop',
      ours: median(of('longestBlockMs')),
      figure: median(of('longestBlockMs')),
      target: { most: BLOCK_MS_MOST },
    },
    {
      id: 'P4',
      what: 'memory of the first sweep, above idle',
      ours: median(of('memoryMib')),
      theirs: null,
      unit: 'MB',
      figure: median(of('memoryMib')),
      target: { most: MEMORY_MB_MOST },
      rounds: [],
      note: 'peak of the whole process, less what it had after opening the journal; the watcher is not in it',
    },
  ];
}

function output(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    child.once('close', (code) => (code === 0 ? resolve(text) : reject(new Error(`${args.join(' ')} ended with ${code}`))));
  });
}
