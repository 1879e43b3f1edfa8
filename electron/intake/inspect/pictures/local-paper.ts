import type { Cells } from './cells.ts';

/** Side, in cells, of the squares in which the light counts as even. */
const TILE = 16;
/** From one square to the next, uneven light changes by less, and a mark or a field of another colour by more. */
const STEP_MAX = 2.5;

/** Each cell's level minus that of the paper around it; null if the paper itself changes abruptly. */
export function localPaper(cells: Cells): Float32Array | null {
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
