/**
 * One channel of a picture in cells of 8×8 pixels, reduced to what distinguishes paper from print. Levels are 0 to 255; a cell's energy is
 * what it contains besides its level: 64 times the variance of its pixels.
 */
export type Cells = {
  readonly wide: number;
  readonly high: number;
  /** Offset from a cell to the one below. */
  readonly stride: number;
  readonly means: Float32Array;
  readonly energies: Float32Array;
  /** Quantisation step of the levels; 0 if they are exact. */
  readonly step: number;
};

/** Far above the noise of paper: a stroke, or the grain of a photograph. */
const ENERGY_FAR = 2_000;
/** Far more than uneven lighting accounts for. */
const LEVELS_FAR = 48;

/** Whether one row of cells proves that the picture is not blank, so that the rest need not be decoded. */
export function isFar({ wide, stride, means, energies }: Cells, row: number): boolean {
  const first = means[0] ?? 0;
  for (let at = row * stride; at < row * stride + wide; at += 1) {
    if ((energies[at] as number) > ENERGY_FAR || Math.abs((means[at] as number) - first) > LEVELS_FAR) return true;
  }
  return false;
}

export type Raster = {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  /** Pixels of one row, one byte per channel. The result is valid until the next call. */
  readonly row: (y: number) => Uint8Array | null;
};

const CELL = 8;

/** Null if the picture is certainly not blank, or a row cannot be read. The remainder at the right and bottom belongs to the last cells. */
export function cellsOf(raster: Raster): readonly Cells[] | null {
  const { width, height, channels } = raster;
  const [wide, high] = [Math.max(1, Math.floor(width / CELL)), Math.max(1, Math.floor(height / CELL))];
  const all = Array.from({ length: channels }, () => ({
    wide,
    high,
    stride: wide,
    step: 0,
    means: new Float32Array(wide * high),
    energies: new Float32Array(wide * high),
  }));
  const cellCount = wide * channels;
  const [sums, squares, own, ownSquares] = Array.from({ length: 4 }, () => new Float64Array(cellCount)) as [Sum, Sum, Sum, Sum];
  const before = new Uint8Array(width * channels);
  for (let cellRow = 0; cellRow < high; cellRow += 1) {
    sums.fill(0);
    squares.fill(0);
    const to = cellRow === high - 1 ? height : (cellRow + 1) * CELL;
    for (let y = cellRow * CELL; y < to; y += 1) {
      const points = raster.row(y);
      if (points === null) return null;
      // Paper without noise repeats the same row.
      if (y === 0 || Buffer.compare(points, before) !== 0) {
        sumRow(points, { wide, width, channels }, { sums: own, squares: ownSquares });
        before.set(points);
      }
      for (let at = 0; at < cellCount; at += 1) {
        sums[at] = (sums[at] as number) + (own[at] as number);
        squares[at] = (squares[at] as number) + (ownSquares[at] as number);
      }
    }
    const rows = to - cellRow * CELL;
    for (const [channel, cells] of all.entries()) {
      setRow(cells, cellRow, { channel, channels, width, rows, sums, squares });
      if (isFar(cells, cellRow)) return null;
    }
  }
  return all;
}

type Sum = Float64Array;

type Sums = { readonly sums: Float64Array; readonly squares: Float64Array };

function sumRow(
  points: Uint8Array,
  of: { readonly wide: number; readonly width: number; readonly channels: number },
  { sums, squares }: Sums,
): void {
  const { wide, width, channels } = of;
  for (let cell = 0; cell < wide; cell += 1) {
    const to = cell === wide - 1 ? width : (cell + 1) * CELL;
    for (let channel = 0; channel < channels; channel += 1) {
      let [sum, square] = [0, 0];
      for (let at = cell * CELL * channels + channel; at < to * channels; at += channels) {
        const value = points[at] as number;
        sum += value;
        square += value * value;
      }
      const at = cell * channels + channel;
      sums[at] = sum;
      squares[at] = square;
    }
  }
}

type Row = Sums & { readonly channel: number; readonly channels: number; readonly width: number; readonly rows: number };

function setRow({ wide, stride, means, energies }: Cells, row: number, { channel, channels, width, rows, sums, squares }: Row): void {
  for (let cell = 0; cell < wide; cell += 1) {
    const points = rows * (cell === wide - 1 ? width - cell * CELL : CELL);
    const from = cell * channels + channel;
    const mean = (sums[from] as number) / points;
    means[row * stride + cell] = mean;
    energies[row * stride + cell] = Math.max(0, (squares[from] as number) / points - mean * mean) * CELL * CELL;
  }
}
