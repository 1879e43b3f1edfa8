import type { Cells } from './cells.ts';
import { localPaper } from './local-paper.ts';

/** Enough samples to determine the common level and the noise. */
const SAMPLES = 8_192;
/** More noise would hide a faint print, so a noisier picture never counts as paper. */
const NOISE_ENERGY_MAX = 800;

/**
 * How far a measurement over some cells may deviate from the paper around them. `most`: maximum for any noise, since a print with a contrast
 * of nine levels on paper of 255 exceeds it; `least`: minimum for any noise; `times`: multiple of the picture's own spread; `rare`: multiple
 * of the deviation that one cell in a hundred reaches.
 */
type Bounds = { readonly least: number; readonly times: number; readonly rare: number; readonly most: number };

const LEVEL: Bounds = { least: 0.4, times: 7, rare: 2.5, most: 2.1 };
const LEVEL_OF_SOME: Bounds = { least: 0.25, times: 7, rare: 2.5, most: 0.8 };
const ENERGY: Bounds = { least: 200, times: 7, rare: 3.3, most: 850 };
const ENERGY_OF_SOME: Bounds = { least: 30, times: 7, rare: 3.3, most: 200 };
/** Groups of cells measured together: a word, and a line of small letters, horizontal or vertical. */
const WINDOWS: readonly (readonly [across: number, down: number])[] = [
  [3, 3],
  [9, 1],
  [1, 9],
];

/**
 * Whether a channel shows blank paper: levels and noise are alike everywhere, apart from slowly changing light. It checks single cells and
 * also groups, because a faint line of small letters differs by less than the noise in each of its cells.
 */
export function isPaper(cells: Cells): boolean {
  const { energies, step } = cells;
  const levels = localPaper(cells);
  if (levels === null) return false;
  const noise = spreadOf(energies, cells);
  if (noise.middle > NOISE_ENERGY_MAX) return false;
  // A level between two quantisation steps is stored as either of them.
  const stepped = { ...LEVEL, least: Math.max(LEVEL.least, step * 1.1), most: Math.max(LEVEL.most, step * 1.1) };
  if (!isWithin(levels, cells, stepped)) return false;
  const excess = energies.map((energy) => Math.max(0, energy - noise.middle));
  if (!isWithin(excess, cells, ENERGY)) return false;
  const steppedOfSome = { ...LEVEL_OF_SOME, most: Math.max(LEVEL_OF_SOME.most, step * 0.6) };
  return WINDOWS.every(
    ([across, down]) =>
      isWithin(boxed(levels, cells, across, down), cells, steppedOfSome) &&
      isWithin(boxed(excess, cells, across, down), cells, ENERGY_OF_SOME),
  );
}

/** `most99`: the 99th percentile of the deviation from the middle. */
type Spread = { readonly middle: number; readonly most99: number; readonly common: number };

function spreadOf(values: Float32Array, { wide, high, stride }: Cells): Spread {
  const step = Math.max(1, Math.floor((wide * high) / SAMPLES));
  const picked = new Float32Array(Math.floor((wide * high - 1) / step) + 1);
  for (let n = 0; n < picked.length; n += 1) picked[n] = values[Math.floor((n * step) / wide) * stride + ((n * step) % wide)] as number;
  const middle = quantile(picked.sort(), 0.5);
  const away = picked.map((value) => Math.abs(value - middle)).sort();
  return { middle, most99: quantile(away, 0.99), common: quantile(away, 0.5) * 1.4826 };
}

function quantile(sorted: Float32Array, part: number): number {
  return sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
}

function isWithin(values: Float32Array, cells: Cells, { least, times, rare, most }: Bounds): boolean {
  const { middle, most99, common } = spreadOf(values, cells);
  // Most quantised levels do not differ at all, so the few that do (`most99`) are included.
  const bound = Math.min(most, Math.max(least, times * common, rare * most99));
  for (let row = 0; row < cells.high; row += 1) {
    for (let at = row * cells.stride; at < row * cells.stride + cells.wide; at += 1) {
      if (Math.abs((values[at] as number) - middle) > bound) return false;
    }
  }
  return true;
}

/** The mean over this many cells around each cell, with zero beyond the edges. */
function boxed(values: Float32Array, cells: Cells, across: number, down: number): Float32Array {
  const { wide, high, stride } = cells;
  const [lines, all] = [new Float32Array(values.length), new Float32Array(values.length)];
  for (let row = 0; row < high; row += 1) run(values, lines, { from: row * stride, step: 1, count: wide, over: across });
  for (let column = 0; column < wide; column += 1) run(lines, all, { from: column, step: stride, count: high, over: down });
  return all;
}

type Run = { readonly from: number; readonly step: number; readonly count: number; readonly over: number };

/** A moving average. Beyond the edges there is paper, whose deviation is zero. */
function run(values: Float32Array, to: Float32Array, { from, step, count, over }: Run): void {
  const half = over >> 1;
  let sum = 0;
  for (let n = 0; n < count + half; n += 1) {
    if (n < count) sum += values[from + n * step] as number;
    if (n - over >= 0) sum -= values[from + (n - over) * step] as number;
    if (n >= half) to[from + (n - half) * step] = sum / over;
  }
}
