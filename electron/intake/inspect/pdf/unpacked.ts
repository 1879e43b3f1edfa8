import { bufferOf } from '../bytes.ts';
import { inflateRawSync, inflateSync } from 'node:zlib';
import { codeOf } from '#shared/node/code-of.ts';
import type { InspectBudget } from '../inspect-budget.ts';
import type { PdfStream } from './pdf-stream.ts';
import type { PdfDictionary, PdfValue } from './pdf-values.ts';
import { unfiltered } from '#shared/lib/pictures/png-rows.ts';

/** zlib header: method and check bits. */
export const ZLIB_HEAD_BYTES = 2;

/** Null if it does not unpack; `unknown`: the filter is not supported here; `too-much`: longer than the remaining budget. */
export type Unpacked = Buffer | 'unknown' | 'too-much' | null;

/**
 * Unpacks a stream that is plain or Flate, possibly within ASCII. Spends the unpacked bytes. Predictors are undone, unless only the length
 * matters.
 */
export function unpacked(
  stream: PdfStream,
  budget: InspectBudget,
  as: 'values' | 'length' = 'values',
  bytesMax = Number.MAX_SAFE_INTEGER,
): Unpacked {
  const filters = filtersOf(stream.dictionary);
  if (filters === null || filters.length > 3) return 'unknown';
  let bytes = bufferOf(stream.bytes);
  for (const filter of filters) {
    const made = undone(bytes, filter, { budget, bytesMax });
    if (!Buffer.isBuffer(made)) return made;
    const rows = as === 'length' ? made : unpredicted(made, filter.parms);
    if (!Buffer.isBuffer(rows)) return rows;
    bytes = rows;
  }
  return bytes;
}

export type Filter = { readonly name: string; readonly parms: PdfDictionary | undefined };

/** Filters in the order in which they are undone; null if they cannot be read, or are given by reference. */
export function filtersOf({ entries }: PdfDictionary): readonly Filter[] | null {
  const [names, parms] = [listOf(entries.get('Filter') ?? entries.get('F')), listOf(entries.get('DecodeParms') ?? entries.get('DP'))];
  const filters: Filter[] = [];
  for (const [at, name] of names.entries()) {
    const by = parms[at];
    if (name.kind !== 'name' || by?.kind === 'reference') return null;
    filters.push({ name: name.text, parms: by?.kind === 'dictionary' ? by : undefined });
  }
  return filters;
}

export function isFlate({ name }: Filter): boolean {
  return name === 'FlateDecode' || name === 'Fl';
}

function listOf(value: PdfValue | undefined): readonly PdfValue[] {
  if (value === undefined) return [];
  return value.kind === 'array' ? value.values : [value];
}

type Limits = { readonly budget: InspectBudget; readonly bytesMax: number };

function undone(bytes: Buffer, filter: Filter, { budget, bytesMax }: Limits): Unpacked {
  if (isFlate(filter)) return inflated(bytes, { budget, bytesMax });
  const read = FROM_ASCII.get(filter.name);
  if (read === undefined) return 'unknown';
  return budget.spend('unpackedBytes', bytes.byteLength) ? read(bytes) : 'too-much';
}

function inflated(bytes: Buffer, { budget, bytesMax }: Limits): Unpacked {
  const most = Math.min(bytesMax, budget.left('unpackedBytes'));
  if (most < 1) return 'too-much';
  const made = inflatedRaw(bytes, most);
  return !Buffer.isBuffer(made) || budget.spend('unpackedBytes', made.byteLength) ? made : 'too-much';
}

/** Ignores the checksum, as viewers do, and line ends before the data. Null if the data is cut off or invalid. */
export function inflatedRaw(bytes: Buffer, maxOutputLength: number): Buffer | 'too-much' | null {
  try {
    return inflateRawSync(packedIn(bytes).subarray(ZLIB_HEAD_BYTES), { maxOutputLength });
  } catch (error) {
    return codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? 'too-much' : null;
  }
}

/** Without the line end that some programs write before the data. */
export function packedIn(bytes: Buffer): Buffer {
  let from = 0;
  while (from < 2 && (bytes[from] === 0x0a || bytes[from] === 0x0d)) from += 1;
  return bytes.subarray(from);
}

/** How many of the bytes belong to packed data with a right checksum; null if there is none. */
export function inflatedFrom(bytes: Buffer, budget: InspectBudget): number | 'too-much' | null {
  const most = budget.left('unpackedBytes');
  if (most < 1) return 'too-much';
  try {
    const made = inflateSync(bytes, { maxOutputLength: most, info: true }) as unknown as {
      readonly buffer: Buffer;
      readonly engine: { readonly bytesWritten: number };
    };
    return budget.spend('unpackedBytes', made.buffer.byteLength) ? made.engine.bytesWritten : 'too-much';
  } catch (error) {
    return codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? 'too-much' : null;
  }
}

type Rows = { readonly predictor: number; readonly pixel: number; readonly row: number };

function rowsOf(parms: PdfDictionary | undefined): Rows {
  const number = (key: string, otherwise: number): number => {
    const value = parms?.entries.get(key);
    return value?.kind === 'number' ? value.value : otherwise;
  };
  const bits = number('Colors', 1) * number('BitsPerComponent', 8);
  const [pixel, row] = [Math.max(1, bits >> 3), Math.ceil((bits * number('Columns', 1)) / 8)];
  return { predictor: number('Predictor', 1), pixel, row };
}

/** How many rows there are to be undone. */
export function predictedRows(bytes: Buffer, parms: PdfDictionary | undefined): number {
  const { predictor, row } = rowsOf(parms);
  return predictor < 10 || !(row >= 1) ? 0 : Math.ceil(bytes.byteLength / (row + 1));
}

/** Undoes predictors, which store rows as differences from their neighbours (ISO 32000-2, 7.4.4.4). */
export function unpredicted(bytes: Buffer, parms: PdfDictionary | undefined): Buffer | 'unknown' {
  const { predictor, pixel, row } = rowsOf(parms);
  if (predictor < 2) return bytes;
  if (predictor < 10 || !(row >= 1) || row > bytes.byteLength || !Number.isInteger(pixel))
    return bytes.byteLength === 0 ? bytes : 'unknown';
  const count = Math.ceil(bytes.byteLength / (row + 1));
  // The last row may be cut off.
  const whole = Buffer.concat([bytes], count * (row + 1));
  const rowAt = unfiltered(whole, { from: 0, rowBytes: row, step: pixel });
  const made = Buffer.alloc(count * row);
  for (let n = 0; n < count; n += 1) {
    const own = rowAt(n);
    if (own === null) return 'unknown';
    made.set(own, n * row);
  }
  return made;
}

const [CLEAR, END, FIRST] = [256, 257, 258];
const [BITS_MIN, BITS_MAX] = [9, 12];

/**
 * Undoes the LZW filter of PDF (ISO 32000-2, 7.4.4). Null where a code does not exist yet; some programs write no end mark. Codes become
 * longer one code early, unless the parameters say otherwise (`EarlyChange`).
 */
export function fromLzw(packed: Buffer, parms: PdfDictionary | undefined, bytesMax: number): Buffer | 'too-much' | null {
  const change = parms?.entries.get('EarlyChange');
  const early = !(change?.kind === 'number' && change.value === 0);
  // Each code is its predecessor's bytes and one more; so its bytes are written from the last one.
  const before = new Uint16Array(1 << BITS_MAX);
  const lasts = new Uint8Array(1 << BITS_MAX);
  const lengths = new Uint32Array(1 << BITS_MAX);
  for (let code = 0; code < CLEAR; code += 1) [lasts[code], lengths[code]] = [code, 1];
  let made = Buffer.alloc(Math.min(bytesMax, Math.max(1_024, 4 * packed.byteLength)));
  let [length, next, bits, previous, held, count] = [0, FIRST, BITS_MIN, -1, 0, 0];
  for (const byte of packed) {
    held = ((held << 8) | byte) & 0xff_ff_ff;
    count += 8;
    if (count < bits) continue;
    count -= bits;
    const code = (held >> count) & ((1 << bits) - 1);
    if (code === END) return made.subarray(0, length);
    if (code === CLEAR) {
      [next, bits, previous] = [FIRST, BITS_MIN, -1];
      continue;
    }
    if (code > next || (code === next && previous < 0) || (code >= FIRST && previous < 0)) return null;
    if (previous >= 0 && next < 1 << BITS_MAX) {
      [before[next], lengths[next]] = [previous, (lengths[previous] ?? 0) + 1];
      lasts[next] = firstOf(code === next ? previous : code, before);
      next += 1;
    } else if (code === next) return null;
    const more = lengths[code] ?? 0;
    if (length + more > bytesMax) return 'too-much';
    if (length + more > made.byteLength) made = Buffer.concat([made], Math.min(bytesMax, 2 * (length + more)));
    for (let at = length + more - 1, from = code; at >= length; at -= 1) {
      made[at] = lasts[from] ?? 0;
      from = before[from] ?? 0;
    }
    length += more;
    previous = code;
    if (next + (early ? 1 : 0) >= 1 << bits && bits < BITS_MAX) bits += 1;
  }
  return made.subarray(0, length);
}

function firstOf(code: number, before: Uint16Array): number {
  let at = code;
  while (at >= FIRST) at = before[at] ?? 0;
  return at;
}

/** Decoders of the ASCII filters (ISO 32000-2, 7.4.2 and 7.4.3), by name. They return null for invalid characters. */
export const FROM_ASCII: ReadonlyMap<string, (bytes: Buffer) => Buffer | null> = new Map([
  ['ASCIIHexDecode', fromHex],
  ['AHx', fromHex],
  ['ASCII85Decode', fromAscii85],
  ['A85', fromAscii85],
]);

function fromHex(bytes: Buffer): Buffer | null {
  const text = bytes.toString('latin1');
  const end = text.indexOf('>');
  const digits = (end < 0 ? text : text.slice(0, end)).replaceAll(/[\0\t\n\f\r ]+/g, '');
  return /[^0-9A-Fa-f]/.test(digits) ? null : Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
}

/** Five characters for four bytes, `z` for four zeros, up to `~>`. */
function fromAscii85(bytes: Buffer): Buffer | null {
  const end = bytes.indexOf('~', 0, 'latin1');
  const to = end < 0 ? bytes.byteLength : end;
  const made = Buffer.alloc(4 * bytes.byteLength);
  let [length, value, count] = [0, 0, 0];
  for (let at = 0; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte <= 0x20) continue;
    if (byte === 0x7a && count === 0) {
      length += 4;
      continue;
    }
    if (byte < 0x21 || byte > 0x75) return null;
    value = value * 85 + (byte - 0x21);
    count += 1;
    if (count < 5) continue;
    made.writeUInt32BE(value % 0x1_0000_0000, length);
    [length, value, count] = [length + 4, 0, 0];
  }
  if (count > 1) {
    for (let n = count; n < 5; n += 1) value = value * 85 + 84;
    made.writeUInt32BE(value % 0x1_0000_0000, length);
    length += count - 1;
  }
  return made.subarray(0, length);
}
