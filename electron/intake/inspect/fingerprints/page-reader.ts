import type { InspectBudget } from '../inspect-budget.ts';
import type { PdfFile } from '../pdf/pdf-file.ts';
import type { PdfStream } from '../pdf/pdf-stream.ts';
import type { PdfDictionary, PdfValue } from '../pdf/pdf-values.ts';
import { bufferOf } from '../bytes.ts';
import { type Filter, filtersOf, FROM_ASCII, fromLzw, inflatedRaw, isFlate, predictedRows, unpredicted } from '../pdf/unpacked.ts';
import { keptOf } from '../pdf/checked-flate.ts';
import { ROW_BYTES } from './pictures.ts';

/** Reads what a page leads to, and keeps in mind whether all of it could be read: a fingerprint of a part would be that of other pages, too. */
export class PageReader {
  readonly file: PdfFile;
  readonly #budget: InspectBudget;
  #isUnsure = false;

  constructor(file: PdfFile, budget: InspectBudget) {
    this.file = file;
    this.#budget = budget;
  }

  /** Something was too much, missing, or not unpacked. */
  isUnsure(): boolean {
    return this.#isUnsure;
  }

  unsure<Answer>(answer: Answer): Answer {
    this.#isUnsure = true;
    return answer;
  }

  nextPage(): void {
    this.#isUnsure = false;
  }

  /** False, and unsure, if more values than are counted would be read. */
  count(): boolean {
    return this.#budget.spend('fingerprintValues', 1) || this.unsure(false);
  }

  countBytes(bytes: number): boolean {
    return this.#budget.spend('fingerprintBytes', bytes) || this.unsure(false);
  }

  /** Null for what is not there. What is there, but cannot be read, leaves the page unsure. */
  value(of: PdfValue | undefined): PdfValue | null {
    const found = this.file.value(of);
    const isLost = found === null && of !== undefined && (this.file.has(of) || this.file.isAstray());
    return isLost ? this.unsure(null) : found;
  }

  /** Null for all that is no dictionary. */
  dictionary(of: PdfValue | undefined): PdfDictionary | null {
    const found = this.value(of);
    return found?.kind === 'dictionary' ? found : null;
  }

  decoded(stream: PdfStream): Decoded | null {
    return decoded(stream, this.file, this.#budget) ?? this.unsure(null);
  }
}

/** The bytes behind all filters that are read here. `by`: the one that is left, which packs a picture. */
type Decoded = { readonly bytes: Buffer; readonly by: Filter | null };

/** A page at 300 dpi in colour. */
const STREAM_BYTES_MAX = 32_000_000;

/** To unpack any stream costs as much as so many bytes. */
const STREAM_COST_BYTES = 4_096;
/** No filter makes more of a byte. */
const GROWTH_MAX = 1_400;

/** Null if it does not unpack, or costs more than is left. */
function decoded(stream: PdfStream, file: PdfFile, budget: InspectBudget): Decoded | null {
  const filters = resolved(stream, file);
  if (filters === null) return null;
  let bytes = bufferOf(stream.bytes);
  if (!budget.spend('fingerprintBytes', bytes.byteLength + STREAM_COST_BYTES)) return null;
  for (const [at, filter] of filters.entries()) {
    const made = undone(bytes, filter, budget);
    if (made === 'picture') return at === filters.length - 1 ? { bytes, by: filter } : null;
    if (made === null) return failed(bytes, budget);
    if (!budget.spend('fingerprintBytes', made.byteLength + predictedRows(made, filter.parms) * ROW_BYTES)) return null;
    const rows = unpredicted(made, filter.parms);
    if (rows === 'unknown') return null;
    bytes = rows;
  }
  return { bytes, by: null };
}

/** Up to where it failed, it may have made as much as it may make. */
function failed(bytes: Buffer, budget: InspectBudget): null {
  budget.spend('fingerprintBytes', Math.min(budget.left('fingerprintBytes'), STREAM_BYTES_MAX, bytes.byteLength * GROWTH_MAX));
  return null;
}

/** Filters that are given by reference are looked up. */
function resolved({ dictionary }: PdfStream, file: PdfFile): readonly Filter[] | null {
  const entries = new Map(dictionary.entries);
  for (const key of ['Filter', 'DecodeParms']) {
    const value = entries.get(key);
    const read = value?.kind === 'array' ? value.values.map((one) => file.value(one) ?? one) : file.value(value);
    if (Array.isArray(read)) entries.set(key, { kind: 'array', values: read });
    else if (read !== null && 'kind' in read) entries.set(key, read);
  }
  return filtersOf({ kind: 'dictionary', entries });
}

function undone(bytes: Buffer, filter: Filter, budget: InspectBudget): Buffer | 'picture' | null {
  const most = Math.min(STREAM_BYTES_MAX, budget.left('fingerprintBytes'));
  if (most < 1) return null;
  const ascii = FROM_ASCII.get(filter.name);
  if (ascii !== undefined) return ascii(bytes);
  if (isFlate(filter)) {
    const made = keptWithin(bytes, most) ?? inflatedRaw(bytes, most);
    return made === 'too-much' ? null : made;
  }
  if (filter.name !== 'LZWDecode' && filter.name !== 'LZW') return 'picture';
  const made = fromLzw(bytes, filter.parms, most);
  return made === 'too-much' ? null : made;
}

/** The same bytes, if they were unpacked before. */
function keptWithin(bytes: Buffer, most: number): Buffer | null {
  const kept = keptOf(bytes);
  return kept !== null && kept.byteLength <= most ? kept : null;
}
