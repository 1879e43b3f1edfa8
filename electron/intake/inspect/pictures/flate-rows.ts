import { constants, inflateSync } from 'node:zlib';
import type { InspectBudget } from '../inspect-budget.ts';
import { cellsOf, type Raster } from './cells.ts';
import { unfiltered } from '#shared/lib/pictures/filtered-rows.ts';
import { isPaid, isPaperRaster, type Packed, rasterOf } from './raster-rows.ts';

/** `filtered`: each row begins with a filter byte, as in a PNG. */
export type FlateRows = Packed & { readonly filtered: boolean };

/** A colour page at 400 dpi. Larger ones are not inspected: that would take longer than it is worth. */
const RAW_BYTES_MAX = 64_000_000;
/** Unpacked first: nearly every picture that is not blank shows it in this part. */
const FIRST_BYTES = 16_384;

/** Whether packed rows are blank paper; cheap for most that are not. */
export function isBlankFlate(data: Uint8Array, rows: FlateRows, budget: InspectBudget): boolean {
  const { width, height, channels, depth, filtered } = rows;
  const rowBytes = Math.ceil((width * channels * depth) / 8);
  const rawBytes = (rowBytes + (filtered ? 1 : 0)) * height;
  if (!Number.isInteger(rawBytes) || rawBytes <= 0 || rawBytes > RAW_BYTES_MAX) return false;
  if (height > budget.left('rows') || !budget.spend('unpackedBytes', rawBytes)) return false;
  const rasterIn = (raw: Uint8Array, count: number): Raster => {
    const row = filtered
      ? unfiltered(raw, { from: 0, rowBytes, step: Math.max(1, (channels * depth) >> 3) })
      : (y: number) => raw.subarray(y * rowBytes, (y + 1) * rowBytes);
    return rasterOf({ ...rows, height: count }, row);
  };
  if (!isPaid(rasterIn(data, height), budget)) return false;
  if (data.byteLength > 2 * FIRST_BYTES) {
    const first = unpacked(data.subarray(0, FIRST_BYTES), rawBytes, constants.Z_SYNC_FLUSH);
    const count = Math.floor((first?.byteLength ?? 0) / (rowBytes + (filtered ? 1 : 0)));
    if (first === null || (count > 0 && cellsOf(rasterIn(first, Math.min(count, height))) === null)) return false;
  }
  const raw = unpacked(data, rawBytes, constants.Z_FINISH);
  return raw !== null && raw.byteLength === rawBytes && isPaperRaster(rasterIn(raw, height));
}

/** The same for rows that are not packed. */
export function isBlankRows(data: Uint8Array, rows: FlateRows, budget: InspectBudget): boolean {
  const rowBytes = Math.ceil((rows.width * rows.channels * rows.depth) / 8);
  if (rows.filtered || data.byteLength < rowBytes * rows.height) return false;
  const raster = rasterOf(rows, (y) => data.subarray(y * rowBytes, (y + 1) * rowBytes));
  return isPaid(raster, budget) && isPaperRaster(raster);
}

function unpacked(data: Uint8Array, rawBytes: number, finishFlush: number): Buffer | null {
  try {
    // In one chunk: otherwise it would be in memory twice, as chunks and joined.
    return inflateSync(data, { maxOutputLength: rawBytes, chunkSize: rawBytes + 64, finishFlush });
  } catch {
    // The data is not what it claims to be; whoever opens the picture will see it.
    return null;
  }
}
