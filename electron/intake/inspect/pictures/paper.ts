import type { Cells } from './cells.ts';

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

/** Side, in cells, of the squares in which the light counts as even. */
const TILE = 16;
/** From one square to the next, uneven light changes by less, and a mark or a field of another colour by more. */
const STEP_MAX = 2.5;

/** Each cell's level minus that of the paper around it; null if the paper itself changes abruptly. */
function localPaper(cells: Cells): Float32Array | null {
  const { wide, high, stride, means } = cells;
  const [across, down] = [Math.max(1, Math.round(wide / TILE)), Math.max(1, Math.round(high / TILE))];
  const tiles = Float32Array.from({ length: across * down }, (_, n) =>
    middleOf(cells, n % across, Math.floor(n / across), { across, down }),
  );
  for (let n = 0; n < tiles.length; n += 1) {
    const here = tiles[n] as number;
    if (n % across > 0 && Math.abs(here - (tiles[n - 1] as number)) > STEP_MAX) return null;
    if (n >= across && Math.abs(here - (tiles[n - across] as number)) > STEP_MAX) return null;
  }
  const levels = new Float32Array(means.length);
  const columns = Array.from({ length: wide }, (_, column) => between(column, wide, across));
  for (let row = 0; row < high; row += 1) {
    const [top, below] = between(row, high, down);
    for (let column = 0; column < wide; column += 1) {
      const [left, right] = columns[column] as Between;
      const upper = mix(tiles, top * across + left, top * across + Math.min(left + 1, across - 1), right);
      const lower = mix(
        tiles,
        Math.min(top + 1, down - 1) * across + left,
        Math.min(top + 1, down - 1) * across + Math.min(left + 1, across - 1),
        right,
      );
      const at = row * stride + column;
      levels[at] = (means[at] as number) - (upper + (lower - upper) * below);
    }
  }
  return levels;
}

/**
 * The square before the cell, and the fraction of the way from its middle to that of the next; beyond the outermost squares the light is
 * extrapolated.
 */
type Between = readonly [square: number, part: number];

function between(cell: number, cells: number, squares: number): Between {
  const place = ((cell + 0.5) * squares) / cells - 0.5;
  const square = Math.max(0, Math.min(squares - 2, Math.floor(place)));
  return [square, place - square];
}

function mix(tiles: Float32Array, from: number, to: number, part: number): number {
  const first = tiles[from] as number;
  return first + ((tiles[to] as number) - first) * part;
}

function middleOf(
  { wide, high, stride, means, step }: Cells,
  column: number,
  row: number,
  of: { readonly across: number; readonly down: number },
): number {
  const [left, right] = [Math.floor((column * wide) / of.across), Math.floor(((column + 1) * wide) / of.across)];
  const [top, bottom] = [Math.floor((row * high) / of.down), Math.floor(((row + 1) * high) / of.down)];
  const values = new Float32Array((right - left) * (bottom - top));
  let n = 0;
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) values[n++] = means[y * stride + x] as number;
  }
  values.sort();
  const middle = values[n >> 1] ?? 0;
  const away = values.map((value) => Math.abs(value - middle)).sort();
  // The mean of the nearby values instead of the median, since quantised levels scatter around a value between two steps.
  const near = Math.max(0.5, 1.2 * step, 4 * (away[n >> 1] ?? 0));
  let [sum, count] = [0, 0];
  for (const value of values) {
    if (Math.abs(value - middle) > near) continue;
    sum += value;
    count += 1;
  }
  return count === 0 ? middle : sum / count;
}
