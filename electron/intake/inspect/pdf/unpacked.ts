import { inflateRawSync, inflateSync } from 'node:zlib';
import { codeOf } from '#shared/node/code-of.ts';
import type { InspectBudget } from '../inspect-budget.ts';
import { FROM_ASCII } from './from-ascii.ts';
import type { PdfStream } from './pdf-stream.ts';
import type { PdfDictionary, PdfValue } from './pdf-values.ts';
import { unpredicted } from './unpredicted.ts';

/** Bytes before a packed stream: method and check. */
const ZLIB_HEAD_BYTES = 2;

/** Null where it does not unpack; `unknown`: in a way that is not read here; `too-much`: it is longer than what is left of the budget. */
export type Unpacked = Buffer | 'unknown' | 'too-much' | null;

/**
 * A stream that is as it is, or packed by Flate, perhaps within ASCII. Spends what it is unpacked. Differences between rows are undone,
 * unless only the length counts.
 */
export function unpacked(
  stream: PdfStream,
  budget: InspectBudget,
  as: 'values' | 'length' = 'values',
  bytesMax = Number.MAX_SAFE_INTEGER,
): Unpacked {
  const filters = filtersOf(stream.dictionary);
  if (filters === null || filters.length > 3) return 'unknown';
  let bytes: Buffer = Buffer.from(stream.bytes.buffer, stream.bytes.byteOffset, stream.bytes.byteLength);
  for (const { name, parms } of filters) {
    const made = undone(bytes, name, { budget, bytesMax });
    if (!Buffer.isBuffer(made)) return made;
    const rows = as === 'length' ? made : unpredicted(made, parms);
    if (!Buffer.isBuffer(rows)) return rows;
    bytes = rows;
  }
  return bytes;
}

export type Filter = { readonly name: string; readonly parms: PdfDictionary | undefined };

/** In the order in which they are undone; null where they cannot be read, or are told elsewhere. */
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

function listOf(value: PdfValue | undefined): readonly PdfValue[] {
  if (value === undefined) return [];
  return value.kind === 'array' ? value.values : [value];
}

type Limits = { readonly budget: InspectBudget; readonly bytesMax: number };

function undone(bytes: Buffer, filter: string, { budget, bytesMax }: Limits): Unpacked {
  if (filter === 'FlateDecode' || filter === 'Fl') return inflated(bytes, { budget, bytesMax });
  const read = FROM_ASCII.get(filter);
  if (read === undefined) return 'unknown';
  return budget.spend('unpackedBytes', bytes.byteLength) ? read(bytes) : 'too-much';
}

/** Whatever its checksum is, as viewers do; an end of line may stand before it. Null where its end is missing. */
function inflated(bytes: Buffer, { budget, bytesMax }: Limits): Unpacked {
  const most = Math.min(bytesMax, budget.left('unpackedBytes'));
  if (most < 1) return 'too-much';
  let from = 0;
  while (from < 2 && (bytes[from] === 0x0a || bytes[from] === 0x0d)) from += 1;
  try {
    const made = inflateRawSync(bytes.subarray(from + ZLIB_HEAD_BYTES), { maxOutputLength: most });
    return budget.spend('unpackedBytes', made.byteLength) ? made : 'too-much';
  } catch (error) {
    return codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? 'too-much' : null;
  }
}

/** How many of the bytes a packed stream takes that is right to its checksum; null where it is not. */
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
