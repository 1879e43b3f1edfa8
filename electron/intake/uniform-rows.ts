import { inflateSync } from 'node:zlib';

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

/** Whether a packed picture certainly has one colour everywhere; cheap for all that have not. */
export function isUniform(packed: Uint8Array, rows: PackedRows): boolean {
  const rawBytes = rawBytesOf(rows);
  if (!(rawBytes > 0) || rawBytes > RAW_BYTES_MAX || packed.byteLength * PACKED_TIMES_MIN > rawBytes) return false;
  const raw = unpacked(packed, rawBytes);
  return raw !== null && hasOneColour(raw, rows);
}

/** Of all rows as they are unpacked. */
export function rawBytesOf({ width, height, channels, depth, filtered }: PackedRows): number {
  return (Math.ceil((width * channels * depth) / 8) + (filtered ? 1 : 0)) * height;
}

function unpacked(packed: Uint8Array, rawBytes: number): Uint8Array | null {
  try {
    const raw = inflateSync(packed, { maxOutputLength: rawBytes });
    return raw.byteLength === rawBytes ? raw : null;
  } catch {
    // Not as it says it is: whoever shows it will tell.
    return null;
  }
}

/**
 * Rows as they are written: each perhaps after its filter (none, left, above, both halves, the nearest). What one of the first colour
 * looks like by a filter is made once, and compared by the run time itself: a page has millions of points.
 */
function hasOneColour(raw: Uint8Array, rows: PackedRows): boolean {
  const { width, height, channels, depth, filtered } = rows;
  const bits = width * channels * depth;
  const [rowBytes, head] = [Math.ceil(bits / 8), filtered ? 1 : 0];
  // The rest of a last byte that is not full may hold anything.
  const counted = bits % 8 === 0 ? rowBytes : rowBytes - 1;
  const colour = raw.subarray(head, head + Math.max(1, (channels * depth) / 8));
  const patterns = new Map<number, Buffer>();
  for (let row = 0; row < height; row += 1) {
    const from = row * (rowBytes + head);
    const filter = filtered ? (raw[from] ?? 0) : 0;
    const key = row > 0 ? filter : -1 - filter;
    const pattern = patterns.get(key) ?? patternOf(filter, colour, { counted, above: row > 0 });
    patterns.set(key, pattern);
    if (pattern.compare(raw, from + head, from + head + counted) !== 0) return false;
  }
  return counted > 0;
}

function patternOf(filter: number, colour: Uint8Array, { counted, above }: { readonly counted: number; readonly above: boolean }): Buffer {
  return Buffer.from(
    Uint8Array.from({ length: counted }, (_, n) => {
      const own = colour[n % colour.byteLength] ?? 0;
      return own - guess(filter, own, { left: n >= colour.byteLength, above });
    }),
  );
}

/** What a filter takes away where all neighbours that there are have the same colour. */
function guess(filter: number, own: number, { left, above }: { readonly left: boolean; readonly above: boolean }): number {
  if (filter === 1) return left ? own : 0;
  if (filter === 2) return above ? own : 0;
  if (filter === 3) return ((left ? own : 0) + (above ? own : 0)) >> 1;
  return filter === 4 && (left || above) ? own : 0;
}
