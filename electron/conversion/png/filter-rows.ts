import { type RowSource, rowBytesOf } from '../rows/row-source.ts';

const [SUB, UP, PAETH] = [1, 2, 4];

/** Filters rows as a PNG has them: each result begins with the number of its filter, and is valid until the next call. */
export function filtered(source: Pick<RowSource, 'width' | 'tones'>): (row: Uint8Array) => Uint8Array {
  const rowBytes = rowBytesOf(source);
  const step = source.tones === 'colour' ? 3 : 1;
  const above = new Uint8Array(rowBytes);
  // Predictions from other dots mean nothing for bits.
  const filters = source.tones === 'bits' ? [UP] : [SUB, UP, PAETH];
  const lines = filters.map(() => new Uint8Array(rowBytes + 1));
  return (row) => {
    let [best, least] = [lines[0] ?? row, Infinity];
    for (const [index, line] of lines.entries()) {
      const filter = filters[index] ?? UP;
      const sum = filterRow(filter, { row, above, step }, line);
      line[0] = filter;
      if (sum < least) [best, least] = [line, sum];
    }
    above.set(row);
    return best;
  };
}

type Rows = { readonly row: Uint8Array; readonly above: Uint8Array; readonly step: number };

/** Returns how far the results are from 0, which tells how well they will be compressed. */
function filterRow(filter: number, { row, above, step }: Rows, line: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < row.length; at += 1) {
    const [left, up] = [at < step ? 0 : (row[at - step] as number), above[at] as number];
    const guess = filter === SUB ? left : filter === UP ? up : nearest(left, up, at < step ? 0 : (above[at - step] as number));
    const value = ((row[at] as number) - guess) & 0xff;
    line[at + 1] = value;
    sum += value < 128 ? value : 256 - value;
  }
  return sum;
}

function nearest(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
}
