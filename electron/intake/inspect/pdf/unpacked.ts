import { bufferOf } from '../bytes.ts';
import { inflateRawSync, inflateSync } from 'node:zlib';
import { codeOf } from '#shared/node/code-of.ts';
import type { InspectBudget } from '../inspect-budget.ts';
import { FROM_ASCII } from './from-ascii.ts';
import type { PdfStream } from './pdf-stream.ts';
import type { PdfDictionary, PdfValue } from './pdf-values.ts';
import { unpredicted } from './unpredicted.ts';

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
