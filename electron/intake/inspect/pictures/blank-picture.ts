import { bmpHeader, bmpPalette } from '#shared/lib/pictures/bmp-header.ts';
import { passesOf, unfiltered } from '#shared/lib/pictures/png-rows.ts';
import type { InspectBudget } from '../inspect-budget.ts';
import { type Cells, cellsOf, isFar, type Raster } from './cells.ts';
import { type JpegShown, walkJpeg } from './jpeg-walk.ts';
import { isPaper } from './paper.ts';
import { type Png, readPng } from './png.ts';

/**
 * Whether a picture shows blank paper: a page fed the wrong way round, or no page at all. Nothing legible ever counts as paper, not even an
 * old receipt that has faded. A picture that is not understood counts as not blank, and so does stained paper.
 */
export function isBlankPicture(type: 'jpeg' | 'png' | 'bmp', bytes: Uint8Array, budget: InspectBudget): boolean {
  if (type === 'jpeg') return isBlankJpeg(bytes, budget);
  return type === 'png' ? isBlankPng(readPng(bytes, budget), budget) : isBlankBmp(bytes, budget);
}

/**
 * By the levels of its blocks and the energy of their coefficients, without the inverse transform. A picture with something on it is
 * recognised within a few rows.
 */
function isBlankJpeg(bytes: Uint8Array, budget: InspectBudget): boolean {
  let all: readonly Cells[] = [];
  let whole: readonly Cells[] = [];
  const onRow = ({ frame, units, scanned }: JpegShown, row: number): boolean => {
    all = frame.components.map(({ wide, high, stride }, n) => {
      const of = units[n];
      return { wide, high, stride, means: of?.means ?? NONE, energies: of?.energies ?? NONE, step: (of?.steps[0] ?? 0) / 8 };
    });
    whole = all.map((cells, n) => ({ ...cells, wide: frame.components[n]?.wholeWide ?? 0, high: frame.components[n]?.wholeHigh ?? 0 }));
    return scanned.every((n) => {
      const [cells, component] = [all[n], frame.components[n]];
      if (cells === undefined || component === undefined) return false;
      const down = scanned.length === 1 ? 1 : component.down;
      for (let y = row * down; y < Math.min((row + 1) * down, cells.high); y += 1) if (isFar(cells, y)) return false;
      return true;
    });
  };
  if (walkJpeg(bytes, { budget, runs: [], onRow }) !== 'whole') return false;
  // The encoder filled up the partial blocks at the right and bottom, so only gross differences count there.
  return whole.length > 0 && whole.every((cells) => cells.wide > 0 && cells.high > 0 && isPaper(cells));
}

const NONE = new Float32Array(0);

/** Each pass of an interlaced PNG is checked as a picture of its own, of the same page. */
export function isBlankPng({ header, raw, palette, isTransparent }: Png, budget: InspectBudget): boolean {
  if (header === null || raw === null || isTransparent) return false;
  const { depth, channels, colour } = header;
  if (colour === 3 && palette === null) return false;
  const step = Math.max(1, (channels * depth) >> 3);
  let from = 0;
  return passesOf(header).every(({ width, height, rowBytes }) => {
    const rows = unfiltered(raw, { from, rowBytes, step });
    from += height * (rowBytes + 1);
    const packed = { width, height, channels, depth, palette: colour === 3 ? (palette ?? undefined) : undefined };
    const raster = rasterOf(packed, rows);
    return isPaid(raster, budget) && isPaperRaster(raster);
  });
}

/** Uncompressed rows of whole bytes or palette indices only; run-length BMPs are rare. */
function isBlankBmp(bytes: Uint8Array, budget: InspectBudget): boolean {
  const header = bmpHeader(bytes);
  if (header === null || ![0, 3, 6].includes(header.compression) || ![1, 4, 8, 24, 32].includes(header.bits)) return false;
  const { pixelsAt, width, height, bits, rowBytes } = header;
  const isNumbered = bits <= 8;
  const palette = isNumbered ? bmpPalette(bytes, header) : undefined;
  const row = (y: number): Uint8Array => bytes.subarray(pixelsAt + y * rowBytes, pixelsAt + y * rowBytes + Math.ceil((width * bits) / 8));
  const packed = { width, height, channels: isNumbered ? 1 : bits / 8, depth: isNumbered ? bits : 8, palette };
  const raster = rasterOf(packed, row);
  return isPaid(raster, budget) && isPaperRaster(raster);
}

/** How the pixels of a row are encoded. */
export type Packed = {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly depth: number;
  /** Three bytes per colour, for pixels that are palette indices. */
  readonly palette?: Uint8Array | undefined;
};

/** Minimum side in pixels; no page is smaller. */
const SIDE_MIN = 8;

/** Whether the raster has the size of a page and the budget covers it; spends its rows and cells. */
export function isPaid({ width, height, channels }: Raster, budget: InspectBudget): boolean {
  const units = Math.ceil(width / 8) * Math.ceil(height / 8) * channels;
  return width >= SIDE_MIN && height >= SIDE_MIN && budget.spend('rows', height) && budget.spend('units', units);
}

/** Whether all rows together are blank paper. The caller has spent their budget. */
export function isPaperRaster(raster: Raster): boolean {
  return cellsOf(raster)?.every(isPaper) ?? false;
}

/** Converts encoded rows to a raster with one byte per channel. Palette indices without an entry become distinct colours. */
export function rasterOf(packed: Packed, row: (y: number) => Uint8Array | null): Raster {
  const { width, height, depth, palette } = packed;
  const channels = palette === undefined ? packed.channels : 3;
  if (depth === 8 && palette === undefined) return { width, height, channels, row };
  const points = new Uint8Array(width * channels);
  let last: Uint8Array | null = null;
  return {
    width,
    height,
    channels,
    row: (y) => {
      const bytes = row(y);
      if (bytes === null) return null;
      // An identical row need not be decoded again.
      if (last === null || Buffer.compare(bytes, last) !== 0) spread(bytes, points, packed);
      last = bytes.slice();
      return points;
    },
  };
}

function spread(bytes: Uint8Array, points: Uint8Array, { width, channels, depth, palette }: Packed): void {
  const [mask, full] = [(1 << depth) - 1, 255 / ((1 << depth) - 1)];
  for (let n = 0; n < width * channels; n += 1) {
    const bit = n * depth;
    const value = depth === 16 ? (bytes[n * 2] ?? 0) : ((bytes[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & mask;
    if (palette === undefined) points[n] = depth === 16 ? value : value * full;
    else for (let c = 0; c < 3; c += 1) points[n * 3 + c] = palette[value * 3 + c] ?? (value * 97) & 255;
  }
}
