import type { InspectBudget } from '../inspect-budget.ts';
import { hexText, isPdfSpace, literalText } from './pdf-text.ts';

/** A value in a PDF, as far as encryption and pages need it. Strings have one character per byte. */
export type PdfValue =
  | { readonly kind: 'string'; readonly bytes: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name' | 'word'; readonly text: string }
  | { readonly kind: 'reference'; readonly object: number; readonly generation: number }
  | { readonly kind: 'array'; readonly values: readonly PdfValue[] }
  | PdfDictionary;
/** The name under a key; null if there is none. */
export function nameIn({ entries }: PdfDictionary, key: string): string | null {
  const value = entries.get(key);
  return value?.kind === 'name' ? value.text : null;
}

export type PdfDictionary = { readonly kind: 'dictionary'; readonly entries: ReadonlyMap<string, PdfValue> };

/** `too-much`: longer than the part that is read, or nested deeper than Intray looks. */
export type ReadDictionary = PdfDictionary | 'too-much' | null;

/**
 * `end`: position after the value. `value`: null if there is no valid one. `isClean`: it is written as the format wants it, so that no part of
 * it was guessed. `too-much` as for a dictionary.
 */
export type ReadValue = { readonly value: PdfValue | null; readonly end: number; readonly isClean: boolean } | 'too-much';

type Part = { readonly from: number; readonly most: number; readonly budget: InspectBudget };

/** No dictionary that Intray needs is nested deeper. */
const DEPTH_MAX = 12;
/** No number that Intray needs is longer. */
const NUMBER_BYTES_MAX = 32;
/** The format allows no longer name. */
const NAME_BYTES_MAX = 127;
/** Zeros count as spaces, but programs hardly write them; as many of them are bytes that were lost. */
const ZEROS_MAX = 8;

/**
 * The first dictionary in `bytes` at or after `from`, reading at most `most` bytes; null if there is none. If it is broken or cut off, the
 * result is the part that could be read. One pass without recursion, so the cost is its length in bytes.
 */
export function pdfDictionary(bytes: Buffer, part: Part): ReadDictionary {
  const to = endOf(bytes, part);
  const start = bytes.subarray(0, to).indexOf('<<', part.from, 'latin1');
  if (start < 0) return to < bytes.byteLength ? 'too-much' : null;
  const read = pdfValue(bytes, { ...part, from: start, most: to - start });
  if (read === 'too-much') return read;
  return read.value?.kind === 'dictionary' ? read.value : null;
}

/** The value at `from`, after spaces and comments; limits and cuts as for `pdfDictionary`. */
export function pdfValue(bytes: Buffer, part: Part): ReadValue {
  const to = endOf(bytes, part);
  const reader = new Reader(bytes, part.from, to);
  const value = reader.read();
  part.budget.spend('dictionaryBytes', Math.max(0, reader.at - part.from));
  return value === 'too-much' || (reader.isCut && to < bytes.byteLength) ? 'too-much' : { value, end: reader.at, isClean: reader.isClean };
}

function endOf(bytes: Buffer, { from, most, budget }: Part): number {
  return Math.min(bytes.byteLength, from + Math.min(most, budget.left('dictionaryBytes')));
}

type Open = { readonly kind: 'array' | 'dictionary'; readonly values: PdfValue[] };

/** One parsing step: a value, the beginning or end of a container, or something unreadable. */
type Step = PdfValue | 'opened' | 'closed' | 'broken';

class Reader {
  at: number;
  /** The end of the value was not reached. */
  isCut = false;
  isClean = true;
  readonly #bytes: Buffer;
  readonly #to: number;
  readonly #open: Open[] = [];

  constructor(bytes: Buffer, at: number, to: number) {
    this.#bytes = bytes;
    this.#to = to;
    this.at = at;
  }

  /** Each iteration consumes at least one byte, closes a container opened by an earlier one, or is the last. */
  read(): PdfValue | 'too-much' | null {
    for (;;) {
      this.#skip();
      if (this.at >= this.#to) return this.#given(true);
      const step = this.#step();
      if (step === 'broken') return this.#given(this.at >= this.#to);
      if (step === 'opened' && this.#open.length > DEPTH_MAX) return 'too-much';
      if (step === 'opened') continue;
      const value = step === 'closed' ? this.#closed(this.#open.pop()) : step;
      this.isClean &&= value.kind !== 'word' || WORDS.has(value.text);
      const holder = this.#open.at(-1);
      if (holder === undefined) return value;
      holder.values.push(value);
    }
  }

  /** What could be read so far, with all open containers closed. */
  #given(isCut: boolean): PdfValue | null {
    this.isCut = isCut;
    this.isClean = false;
    let value: PdfValue | null = null;
    for (let holder = this.#open.pop(); holder !== undefined; holder = this.#open.pop()) {
      if (value !== null) holder.values.push(value);
      value = this.#closed(holder);
    }
    return value;
  }

  /** Skips spaces and comments. */
  #skip(): void {
    let zeros = 0;
    for (let inComment = false; this.at < this.#to; this.at += 1) {
      const byte = this.#bytes[this.at] ?? 0;
      zeros = byte === 0 ? zeros + 1 : 0;
      this.isClean &&= zeros <= ZEROS_MAX;
      if (byte === 0x0a || byte === 0x0d) inComment = false;
      else if (byte === 0x25) inComment = true;
      else if (!inComment && !isPdfSpace(byte)) return;
    }
  }

  #step(): Step {
    const [byte, next] = [this.#bytes[this.at] ?? 0, this.at + 1 < this.#to ? (this.#bytes[this.at + 1] ?? 0) : 0];
    if (byte === 0x3c && next === 0x3c) return this.#opens('dictionary', 2);
    if (byte === 0x5b) return this.#opens('array', 1);
    if (byte === 0x3e && next === 0x3e) return this.#closes('dictionary', 2);
    if (byte === 0x5d) return this.#closes('array', 1);
    if (byte === 0x28) return this.#text(literalText(this.#bytes, this.at, this.#to));
    if (byte === 0x3c) return this.#text(hexText(this.#bytes, this.at, this.#to));
    if (byte === 0x2f) return this.#name();
    if (isLetter(byte)) return this.#word();
    return isOfNumber(byte) ? this.#number() : 'broken';
  }

  #opens(kind: Open['kind'], length: number): 'opened' {
    this.at += length;
    this.#open.push({ kind, values: [] });
    return 'opened';
  }

  /** Closes the innermost container. If the mark belongs to an outer one, it is not consumed, and is met again. */
  #closes(kind: Open['kind'], length: number): 'closed' {
    if (this.#open.at(-1)?.kind === kind) this.at += length;
    else this.isClean = false;
    return 'closed';
  }

  #closed(open: Open | undefined): PdfValue {
    const values = open?.values ?? [];
    this.isClean &&= open?.kind === 'array' || (values.length % 2 === 0 && values.every(({ kind }, n) => n % 2 === 1 || kind === 'name'));
    return closed(open);
  }

  #text({ bytes, end }: { readonly bytes: string | null; readonly end: number }): Step {
    this.at = end;
    return bytes === null ? 'broken' : { kind: 'string', bytes };
  }

  #name(): PdfValue {
    const text = this.#run(isRegular).slice(1);
    this.isClean &&= text.length <= NAME_BYTES_MAX;
    return { kind: 'name', text };
  }

  #word(): PdfValue {
    const isApart = isPdfSpace(this.#bytes[this.at - 1] ?? 0);
    const text = this.#run(isLetter);
    const values = this.#open.at(-1)?.values ?? [];
    const [object, generation] = [values.at(-2), values.at(-1)];
    if (text !== 'R' || !isApart || !isCount(object, 1e10) || !isCount(generation, 1e5)) return { kind: 'word', text };
    values.length -= 2;
    return { kind: 'reference', object: object.value, generation: generation.value };
  }

  #number(): Step {
    const written = this.#run(isOfNumber);
    const value = written.length > NUMBER_BYTES_MAX ? Number.NaN : Number(written);
    return Number.isNaN(value) ? 'broken' : { kind: 'number', value };
  }

  /** The first byte and all following ones that belong to it. */
  #run(belongs: (byte: number) => boolean): string {
    const from = this.at;
    do this.at += 1;
    while (this.at < this.#to && belongs(this.#bytes[this.at] ?? 0));
    return this.#bytes.toString('latin1', from, this.at);
  }
}

/** All others are operators, or no PDF. */
const WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null']);

function closed(open: Open | undefined): PdfValue {
  const values = open?.values ?? [];
  if (open?.kind === 'array') return { kind: 'array', values };
  const entries = new Map<string, PdfValue>();
  for (let at = 0; at + 1 < values.length; at += 2) {
    const [key, value] = [values[at], values[at + 1]];
    if (key?.kind === 'name' && value !== undefined) entries.set(key.text, value);
  }
  return { kind: 'dictionary', entries };
}

function isCount(value: PdfValue | undefined, below: number): value is Extract<PdfValue, { kind: 'number' }> {
  return value?.kind === 'number' && Number.isInteger(value.value) && value.value >= 0 && value.value < below;
}

function isLetter(byte: number): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}

/** Digits, signs and the decimal point. */
function isOfNumber(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || byte === 0x2b || byte === 0x2d || byte === 0x2e;
}

const DELIMITERS: ReadonlySet<number> = new Set(Buffer.from('()<>[]{}/%', 'latin1'));

function isRegular(byte: number): boolean {
  return !isPdfSpace(byte) && !DELIMITERS.has(byte);
}
