import { cellsOf, type Raster } from './cells.ts';
import type { InspectBudget } from '../inspect-budget.ts';
import { isPaper } from './paper.ts';

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
