import type { Line } from './line.ts';

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

/**
 * What a line is worse than: the last calm run on this machine, if it is worse by more than the spread of either. Null if it is not, if nothing is known,
 * or if the line has no direction.
 */
export function worseThan(line: Line, machine: string, history: readonly Past[]): Past | null {
  const { id, what, figure, target } = line;
  const before = history.findLast((past) => past.id === id && past.what === what && past.machine === machine && past.load <= CALM_LOAD);
  const isLessBetter = target.least === undefined;
  if (before === undefined) return null;
  const by = isLessBetter ? figure / before.figure - 1 : before.figure / figure - 1;
  return by > Math.max(spreadOf(line), before.spread) ? before : null;
}
