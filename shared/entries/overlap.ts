import { utf8 } from '../lib/bytes.ts';
import type { Sha256 } from '../lib/digest.ts';
import type { EntryLine } from './entry-lines.ts';

/** Of one line: two integers of 53 bits, as doubles in this machine's byte order. */
export const LINE_KEY_BYTES = 16;

/**
 * What is kept of lines to compare them by: for each of them, in their order, 53 bits of a SHA-256 of its text, with its date and without it. Equal lines
 * have equal keys, whatever format they come from. No line can be read from them.
 */
export function lineKeys(lines: readonly EntryLine[], sha256: Sha256): Uint8Array<ArrayBuffer> {
  const keys = new Float64Array(lines.length * 2);
  for (const [at, line] of lines.entries()) {
    const text = undated(line);
    keys[2 * at] = numberOf(sha256([utf8(JSON.stringify([line.date, text]))]));
    keys[2 * at + 1] = numberOf(sha256([utf8(text)]));
  }
  return new Uint8Array(keys.buffer);
}

/**
 * What two equal lines have in common: journal, reference, account, third party, label, debit and credit. Blanks around a text and the form of its accents
 * differ between formats, and make no other line.
 */
function undated(line: EntryLine): string {
  const texts = [line.journal, line.reference, line.account, line.thirdParty ?? '', line.label ?? ''].map((text) =>
    text.normalize('NFC').trim(),
  );
  return JSON.stringify([line.debit.cents, line.credit.cents, line.debit.currency, ...texts]);
}

function numberOf(hash: Uint8Array<ArrayBuffer>): number {
  const view = new DataView(hash.buffer, hash.byteOffset);
  return (view.getUint32(0) >>> 11) * 2 ** 32 + view.getUint32(4);
}

/** How the lines of a file compare with those that the company sent before. Places are counted from 0 in the order of the keys. */
export type Overlap = {
  /** Lines of the file that were sent before, twins counted one by one: of 4 equal lines the first 3 if 3 were sent. */
  readonly repeated: readonly number[];
  /** How many lines equal to those were sent: 3 also if the file has one of them. */
  readonly sentBefore: number;
  /**
   * Of the others those that were sent under another day, and are otherwise equal. Some programs export the same entries by their own or by
   * their document's date; a rent is equal every month, too, so this is a reason to ask, never one to leave a line out.
   */
  readonly otherDates: readonly number[];
};

/** Compares the keys of a file with those of sendings, as multisets: two equal lines in one file are two lines. Takes linear time. */
export function overlap(sent: readonly Uint8Array[], now: Uint8Array): Overlap {
  const keys = doublesOf(now);
  const [dated, anyDay] = [keyTable(keys, 0), keyTable(keys, 1)];
  for (const others of sent.map(doublesOf)) {
    const words = wordsOf(others);
    for (let at = 0; at < others.length; at += 2) {
      // Most lines are not in the file, and one that the file has under no day is not there under its own day either.
      if (anyDay.count(others[at + 1] ?? 0, words[2 * at + 2] ?? 0)) dated.count(others[at] ?? 0, words[2 * at] ?? 0);
    }
  }
  const [repeated, fresh]: [number[], number[]] = [[], []];
  let sentBefore = 0;
  for (let line = 0; line * 2 < keys.length; line += 1) {
    if (dated.isFirst(line)) sentBefore += dated.left(line);
    if (dated.use(line)) {
      anyDay.use(line);
      repeated.push(line);
    } else fresh.push(line);
  }
  return { repeated, sentBefore, otherDates: fresh.filter((line) => anyDay.use(line)) };
}

/** For each of the lines `otherDates` of a file, which of the sendings has it under another day: the last of them; null if none has. */
export function sendingsOf(otherDates: readonly number[], now: Uint8Array, sent: readonly Uint8Array[]): readonly (number | null)[] {
  if (otherDates.length === 0) return [];
  const keys = doublesOf(now);
  const from = new Map<number, number | null>(otherDates.map((line) => [keys[2 * line + 1] ?? 0, null]));
  for (const [index, others] of sent.map(doublesOf).entries())
    for (let at = 1; at < others.length; at += 2) if (from.has(others[at] ?? 0)) from.set(others[at] ?? 0, index);
  return otherDates.map((line) => from.get(keys[2 * line + 1] ?? 0) ?? null);
}

/** The numbers of keys; copied where they lie at an odd address. */
function doublesOf(bytes: Uint8Array): Float64Array {
  const whole = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
  return new Float64Array(whole.buffer, whole.byteOffset, whole.byteLength / 8);
}

/** The same memory as pairs of words. On little-endian machines the first word of a number has its low bits, which differ most. */
function wordsOf(numbers: Float64Array): Uint32Array {
  return new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length * 2);
}

type KeyTable = {
  /** Counts a line that was sent; false if the file has none like it. `word`: of the key's memory. */
  count(key: number, word: number): boolean;
  /** Whether no line before this one of the file has its key. */
  isFirst(line: number): boolean;
  /** How many lines with the key of this one of the file were sent and are not used up. */
  left(line: number): number;
  /** Uses up one of them; false if there is none. */
  use(line: number): boolean;
};

/**
 * A hash table of the different keys of a file, each known by the first line that has it. The keys are hashes already, so that a word of one says where to
 * begin to look, and a bit for each word rules most others out: a `Map` of numbers takes ten times as long. `which`: 0 for the key with the date.
 */
function keyTable(keys: Float64Array, which: 0 | 1): KeyTable {
  const lines = keys.length / 2;
  const mask = 2 ** Math.ceil(Math.log2(2 * lines + 2)) - 1;
  const slots = new Int32Array(mask + 1).fill(-1);
  const bits = new Uint32Array((mask + 1) / 2 + 1);
  const [firsts, counts] = [new Int32Array(lines), new Int32Array(lines)];
  const bitOf = (word: number): number => (word >>> 4) & (16 * mask + 15);
  const slotOf = (key: number, word: number): number => {
    let slot = (word >>> 7) & mask;
    for (;;) {
      const line = slots[slot] ?? -1;
      if (line < 0 || keys[2 * line + which] === key) return slot;
      slot = (slot + 1) & mask;
    }
  };
  const words = wordsOf(keys);
  for (let line = 0; line < lines; line += 1) {
    const word = words[2 * (2 * line + which)] ?? 0;
    const slot = slotOf(keys[2 * line + which] ?? 0, word);
    if ((slots[slot] ?? -1) < 0) slots[slot] = line;
    firsts[line] = slots[slot] ?? line;
    bits[bitOf(word) >>> 5] = (bits[bitOf(word) >>> 5] ?? 0) | (1 << (bitOf(word) & 31));
  }
  const left = (line: number): number => counts[firsts[line] ?? line] ?? 0;
  return {
    count: (key, word) => {
      if (((bits[bitOf(word) >>> 5] ?? 0) & (1 << (bitOf(word) & 31))) === 0) return false;
      const line = slots[slotOf(key, word)] ?? -1;
      if (line < 0) return false;
      counts[line] = (counts[line] ?? 0) + 1;
      return true;
    },
    isFirst: (line) => firsts[line] === line,
    left,
    use: (line) => {
      if (left(line) === 0) return false;
      counts[firsts[line] ?? line] = left(line) - 1;
      return true;
    },
  };
}
