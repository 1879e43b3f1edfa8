import { inflateSync } from 'node:zlib';
import type { InspectBudget } from '../inspect-budget.ts';

/** `filtered`: each row begins with a byte that says by what it was made smaller, as in a PNG. */
export type PackedRows = {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly depth: number;
  readonly filtered: boolean;
};

/** One colour packs at least this well. What packs worse has something on it, and is never unpacked here. */
const PACKED_TIMES_MIN = 50;
/** A page in colour at 400 dots per inch. A larger one is not looked at: it would take longer than it is worth. */
const RAW_BYTES_MAX = 64_000_000;
/** Shorter ones are compared here: to have it done by the run time costs as much as these. */
const SHORT_BYTES = 64;

/** Whether a packed picture certainly has one colour everywhere; cheap for all that have not. */
export function isUniform(packed: Uint8Array, rows: PackedRows, budget: InspectBudget): boolean {
  const rawBytes = rawBytesOf(rows);
  if (!Number.isInteger(rawBytes) || rawBytes <= 0 || rawBytes > RAW_BYTES_MAX || packed.byteLength * PACKED_TIMES_MIN > rawBytes)
    return false;
  if (!budget.spend('rows', rows.height) || !budget.spend('unpackedBytes', rawBytes)) return false;
  const raw = unpacked(packed, rawBytes);
  return raw !== null && hasOneColour(raw, rows);
}

/** Of all rows as they are unpacked. */
function rawBytesOf({ width, height, channels, depth, filtered }: PackedRows): number {
  return (Math.ceil((width * channels * depth) / 8) + (filtered ? 1 : 0)) * height;
}

function unpacked(packed: Uint8Array, rawBytes: number): Buffer | null {
  try {
    // In one piece: else it would lie in memory twice, in parts and put together.
    const raw = inflateSync(packed, { maxOutputLength: rawBytes, chunkSize: rawBytes + 64 });
    return raw.byteLength === rawBytes ? raw : null;
  } catch {
    // Not as it says it is: whoever shows it will tell.
    return null;
  }
}

/**
 * Rows as they are written: each perhaps after its filter (none, left, above, both halves, the nearest). The first point of a row and the
 * second are what the filter makes of the colour; all others are as the one to their left.
 */
function hasOneColour(raw: Buffer, rows: PackedRows): boolean {
  const { width, height, channels, depth, filtered } = rows;
  const bits = width * channels * depth;
  const [rowBytes, head] = [Math.ceil(bits / 8), filtered ? 1 : 0];
  // The rest of a last byte that is not full may hold anything.
  const counted = bits % 8 === 0 ? rowBytes : rowBytes - 1;
  const step = Math.max(1, Math.floor((channels * depth) / 8));
  const shown = Math.min(counted, 2 * step);
  for (let row = 0; row < height; row += 1) {
    const from = row * (rowBytes + head) + head;
    const filter = filtered ? (raw[from - 1] ?? 0) : 0;
    for (let n = 0; n < shown; n += 1) {
      const own = raw[head + (n % step)] ?? 0;
      if (raw[from + n] !== ((own - guess(filter, own, n >= step, row > 0)) & 0xff)) return false;
    }
    if (!isAsBefore(raw, from + shown, from + counted, step)) return false;
  }
  return counted > 0;
}

/** What a filter takes away where all neighbours that there are have the same colour. */
function guess(filter: number, own: number, left: boolean, above: boolean): number {
  if (filter === 1) return left ? own : 0;
  if (filter === 2) return above ? own : 0;
  if (filter === 3) return ((left ? own : 0) + (above ? own : 0)) >> 1;
  return filter === 4 && (left || above) ? own : 0;
}

function isAsBefore(raw: Buffer, from: number, to: number, step: number): boolean {
  if (to - from > SHORT_BYTES) return raw.compare(raw, from - step, to - step, from, to) === 0;
  for (let at = from; at < to; at += 1) if (raw[at] !== raw[at - step]) return false;
  return true;
}
