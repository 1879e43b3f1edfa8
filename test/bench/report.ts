import { isMet, type Line } from './line.ts';
import type { Outcome } from './process-figures.ts';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export type Run = {
  readonly at: string;
  readonly machine: { readonly cpu: string; readonly cores: number; readonly memoryMb: number; readonly node: string };
  readonly loadBefore: number;
  readonly loadAfter: number;
  readonly outcomes: readonly Outcome[];
};

/** A run as a page: what was measured, on what machine, how busy it was, and which targets were met. */
export function reportOf({ at, machine, loadBefore, loadAfter, outcomes }: Run, command: string): string {
  const lines = outcomes.flatMap((one) => [...one.lines]);
  const failed = outcomes.flatMap((one) =>
    'failed' in one ? [`| ${one.part} | failed: ${one.failed.replaceAll('|', '/')} | | | | | | **failed** | |`] : [],
  );
  return [
    '# Load report',
    `Made by \`${command}\`. Ratios inside one run can be compared, figures of two runs cannot.`,
    `${at.slice(0, 10)}, ${machine.cores} × ${machine.cpu}, ${machine.memoryMb} MB, Node ${machine.node}. Load: ${loadBefore.toFixed(1)} before, ` +
      `${loadAfter.toFixed(1)} after; above ${machine.cores} the machine was busy with other work.`,
    [
      '| line | what | ours | theirs | unit | figure | target | | how |\n|---|---|---|---|---|---|---|---|---|',
      ...lines.map((line) => `| ${reportCells(line).join(' | ')} |`),
      ...failed,
    ].join('\n'),
    '',
  ].join('\n\n');
}

function reportCells(line: Line): readonly string[] {
  const { least, most } = line.target;
  const target = [...(least === undefined ? [] : [`≥ ${least}`]), ...(most === undefined ? [] : [`≤ ${most}`])].join(' ');
  const theirs = line.theirs === null ? '' : short(line.theirs);
  return [
    line.id,
    line.what,
    short(line.ours),
    theirs,
    line.unit,
    short(line.figure),
    target,
    isMet(line) ? 'met' : '**missed**',
    line.note,
  ];
}

function short(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
}

/** One measured number, what it is, and how it was measured. */
export type Figure = { readonly what: string; readonly value: number; readonly unit: string; readonly how: string };

export function rounded(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}

/** Of sorted or unsorted values; by nearest rank, so it is a value that was really measured. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

const BUILT = 'dist/headless/main.js';
/** What the built host and window are made of; `build/headless.mjs` starts the sources if one of the first four is newer. */
const MADE_OF = ['electron', 'shared', 'vite.config.ts', 'package-lock.json', 'renderer'];

/** Whether what is built is older than its sources. The host would then start from its sources: that takes three times as long, and no user starts it so. */
export function isBuildStale(): boolean {
  return !existsSync(BUILT) || newest(MADE_OF) > statSync(BUILT).mtimeMs;
}

/** Builds what is to be measured, unless that is there already. False if it cannot be built. */
export function buildIfStale(): boolean {
  if (!isBuildStale()) return true;
  process.stderr.write('building …\n');
  return spawnSync('npm', ['run', '-s', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}

function newest(places: readonly string[]): number {
  const files = places.flatMap((place) =>
    statSync(place).isDirectory() ? readdirSync(place, { recursive: true, encoding: 'utf8' }).map((name) => join(place, name)) : [place],
  );
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}

/** Runs a program to its end; throws with its error output if it failed. */
export function ended(command: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    let words = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-2_000);
    });
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}\n${words}`))));
  });
}

/** One line of one run, as `docs/performance/history.tsv` keeps it. */
export type Past = {
  readonly date: string;
  readonly commit: string;
  readonly machine: string;
  /** How many programs wanted to run in the minute before. */
  readonly load: number;
  readonly id: string;
  readonly what: string;
  readonly figure: number;
  readonly unit: string;
  /** The range of the rounds, relative to their median. */
  readonly spread: number;
};

const COLUMNS = ['date', 'commit', 'machine', 'load', 'id', 'what', 'figure', 'unit', 'spread'] as const satisfies readonly (keyof Past)[];
const NUMBERS: ReadonlySet<string> = new Set(['load', 'figure', 'spread']);
/** Above this, less than one of two cores was free, and nothing is compared with the figures. */
export const CALM_LOAD = 1;
/** Where a line has no rounds, or hardly differing ones, two calm runs still differ by this. */
const SPREAD_LEAST = 0.1;

export const HISTORY_HEAD = `${COLUMNS.join('\t')}\n`;

export function readHistory(text: string): readonly Past[] {
  const [head = '', ...rows] = text.split('\n').filter((row) => row !== '');
  if (`${head}\n` !== HISTORY_HEAD) throw new Error('the history has other columns');
  return rows.map((row) => {
    const cells = row.split('\t');
    if (cells.length !== COLUMNS.length) throw new Error(`a row of the history has ${cells.length} columns: ${row}`);
    return Object.fromEntries(COLUMNS.map((name, at) => [name, NUMBERS.has(name) ? Number(cells[at]) : cells[at]])) as Past;
  });
}

export function historyRow(past: Past): string {
  return `${COLUMNS.map((name) => (typeof past[name] === 'number' ? Number(past[name].toPrecision(4)) : past[name].replaceAll(/[\t\n]/g, ' '))).join('\t')}\n`;
}

/** The largest range of what the rounds measured; at least a tenth. */
export function spreadOf({ rounds }: Line): number {
  const names = new Set(rounds.flatMap((round) => Object.keys(round)));
  const spreads = Array.from(names, (name) => {
    const values = rounds.flatMap((round) => round[name] ?? []).toSorted((a, b) => a - b);
    const middle = values[Math.floor(values.length / 2)] ?? 0;
    return values.length < 2 || middle <= 0 ? 0 : ((values.at(-1) ?? 0) - (values[0] ?? 0)) / middle;
  });
  return Math.max(SPREAD_LEAST, ...spreads.filter(Number.isFinite));
}

/** The unit of a line's figure: ours by theirs, unless it is ours alone. */
export function unitOf({ figure, ours, theirs, unit }: Line): string {
  return theirs === null || figure === ours ? unit : 'ratio';
}

/** The last figure of this line in the history, whatever the machine and its load; null if there is none of the same unit. */
export function lastOf(line: Line, history: readonly Past[]): Past | null {
  return history.findLast(({ id, what, unit }) => id === line.id && what === line.what && unit === unitOf(line)) ?? null;
}

/** `-38 % since 153.5 (6289a625, 28 November)`; of another machine or under load it says so, because only ratios can then be compared. */
export function changeSince(line: Line, machine: string, history: readonly Past[]): string {
  const before = lastOf(line, history);
  if (before === null) return 'new';
  const change = Math.round((line.figure / before.figure - 1) * 100);
  const notes = [...(before.machine === machine ? [] : ['another machine']), ...(before.load > CALM_LOAD ? [`load ${before.load}`] : [])];
  return `${change > 0 ? '+' : ''}${change} % since ${before.figure} (${[before.commit, ...notes].join(', ')})`;
}

/**
 * What a line is worse than: the last calm run on this machine, if it is worse by more than the spread of either. Null if it is not, if nothing is known,
 * or if the line has no direction.
 */
export function worseThan(line: Line, machine: string, history: readonly Past[]): Past | null {
  const { figure, target } = line;
  const before = lastOf(
    line,
    history.filter((past) => past.machine === machine && past.load <= CALM_LOAD),
  );
  const isLessBetter = target.least === undefined;
  if (before === null) return null;
  const by = isLessBetter ? figure / before.figure - 1 : before.figure / figure - 1;
  return by > Math.max(spreadOf(line), before.spread) ? before : null;
}
