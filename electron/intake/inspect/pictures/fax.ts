import type { InspectBudget } from '../inspect-budget.ts';
import { BLACK_RUNS, CODE_BITS_MAX, type FaxCodes, HORIZONTAL, MODES, PASS, VERTICAL_MIDDLE, WHITE_RUNS } from './fax-codes.ts';

export type Fax = {
  readonly width: number;
  /** 0 if only the end mark determines it. */
  readonly height: number;
  /** Negative for Group 4, 0 for one-dimensional lines, positive for mixed coding. */
  readonly k: number;
  /** Each line begins at a byte boundary. */
  readonly isAligned: boolean;
};

export type FaxState = 'whole' | 'damaged' | 'too-much' | 'stopped';

const WIDTH_MAX = 65_535;
const END_OF_LINE = 1;
const END_BITS = 12;

type Bits = { readonly bytes: Uint8Array; at: number };

/** The next bits; zeros after the end. */
function peek({ bytes, at }: Bits, count: number): number {
  const byte = at >> 3;
  const held = ((bytes[byte] ?? 0) << 16) | ((bytes[byte + 1] ?? 0) << 8) | (bytes[byte + 2] ?? 0);
  return (held >> (24 - (at & 7) - count)) & ((1 << count) - 1);
}

/**
 * Decodes the lines of a fax and tells whether all are there. A line is the list of positions where its colour changes, starting from white;
 * `onLine` receives each, and returning false ends the walk. A line costs as many steps as it has changes, each of at least one bit.
 */
export function walkFax(bytes: Uint8Array, fax: Fax, budget: InspectBudget, onLine: OnLine = () => true): FaxState {
  return goOver(bytes, fax, budget, onLine).state;
}

type OnLine = (changes: Int32Array, count: number) => boolean;

function goOver(bytes: Uint8Array, fax: Fax, budget: InspectBudget, onLine: OnLine): { readonly state: FaxState; readonly bits: Bits } {
  const { width, height, k, isAligned } = fax;
  const bits: Bits = { bytes, at: 0 };
  if (!(width > 0) || width > WIDTH_MAX) return { state: 'too-much', bits };
  let [before, own] = [new Int32Array(width + 4), new Int32Array(width + 4)];
  let count = 0;
  const most = height === 0 ? Number.POSITIVE_INFINITY : height;
  for (let line = 0; line < most; line += 1) {
    if (!budget.spend('rows', 1)) return { state: 'too-much', bits };
    if (isAligned) bits.at = (bits.at + 7) & ~7;
    const ended = overEnds(bits, k);
    if (ended >= 2 || bits.at >= bytes.byteLength * 8) return { state: height === 0 && ended >= 2 ? 'whole' : 'damaged', bits };
    const isByOne = k === 0 || (k > 0 && peek(bits, 1) === 1);
    if (k > 0) bits.at += 1;
    before.fill(width, count, count + 3);
    count = isByOne ? lineOfRuns(bits, own, width) : lineByLine(bits, own, before, width);
    if (count < 0 || bits.at > bytes.byteLength * 8) return { state: 'damaged', bits };
    if (!onLine(own, count)) return { state: 'stopped', bits };
    [before, own] = [own, before];
  }
  return { state: 'whole', bits };
}

/** Skips end-of-line marks and returns their number. Zeros may be filled in before a mark. */
function overEnds(bits: Bits, k: number): number {
  let ended = 0;
  for (; ; ended += 1) {
    const from = bits.at;
    if (peek(bits, END_BITS) >> 1 === 0 && k >= 0) while (bits.at < bits.bytes.byteLength * 8 && peek(bits, END_BITS) === 0) bits.at += 1;
    if (peek(bits, END_BITS) !== END_OF_LINE) {
      bits.at = from;
      return ended;
    }
    bits.at += END_BITS;
    // The bit with the coding of the next line is read once, after the last mark.
    if (k > 0 && peek(bits, END_BITS + 1) === (1 << END_BITS) + END_OF_LINE) bits.at += 1;
  }
}

/** Returns the number of changes; negative for an invalid code. */
function lineOfRuns(bits: Bits, own: Int32Array, width: number): number {
  let [at, count, isBlack] = [0, 0, false];
  while (at < width) {
    const run = runOf(bits, isBlack ? BLACK_RUNS : WHITE_RUNS);
    if (run < 0 || at + run > width) return -1;
    at += run;
    if (at < width || run > 0) own[count++] = at;
    isBlack = !isBlack;
    if (count > width + 1) return -1;
  }
  while (count > 0 && own[count - 1] === width) count -= 1;
  return count;
}

function runOf(bits: Bits, codes: FaxCodes): number {
  for (let all = 0; all <= WIDTH_MAX; ) {
    const found = codes[peek(bits, CODE_BITS_MAX)] as number;
    if (found === 0) return -1;
    bits.at += found & 15;
    all += found >> 4;
    if (found >> 4 < 64) return all;
  }
  return -1;
}

/** Relative to the changes of the previous line: vertical, pass or horizontal mode. Returns as `lineOfRuns` does. */
function lineByLine(bits: Bits, own: Int32Array, before: Int32Array, width: number): number {
  let [at, count, isBlack, above] = [-1, 0, false, 0];
  while (at < width) {
    const found = MODES[peek(bits, CODE_BITS_MAX)] as number;
    if (found === 0) return -1;
    bits.at += found & 15;
    const mode = found >> 4;
    // The first change above to the right of `at` and to the opposite colour.
    while (above > 0 && (before[above - 1] as number) > at) above -= 1;
    while ((before[above] as number) <= at && (before[above] as number) < width) above += 1;
    if ((above & 1) !== Number(isBlack) && (before[above] as number) < width) above += 1;
    if (mode === PASS) {
      at = (before[above] as number) < width ? (before[above + 1] as number) : width;
      continue;
    }
    if (mode === HORIZONTAL) {
      const first = runOf(bits, isBlack ? BLACK_RUNS : WHITE_RUNS);
      const second = first < 0 ? -1 : runOf(bits, isBlack ? WHITE_RUNS : BLACK_RUNS);
      const from = Math.max(0, at);
      if (second < 0 || from + first + second > width || count + 2 > width + 1) return -1;
      own[count++] = from + first;
      own[count++] = from + first + second;
      at = from + first + second;
      continue;
    }
    const to = (before[above] as number) + mode - VERTICAL_MIDDLE;
    if (to < Math.max(0, at) || to > width || (to === at && at > 0) || count > width) return -1;
    own[count++] = to;
    at = to;
    isBlack = !isBlack;
  }
  while (count > 0 && (own[count - 1] as number) >= width) count -= 1;
  return count;
}

/** Whether all lines are there and have the same colour. The walk ends at the first line that has something on it. */
export function isBlankFax(bytes: Uint8Array, fax: Fax, budget: InspectBudget): boolean {
  let colour = -1;
  const isEven = (changes: Int32Array, count: number): boolean => {
    const own = count === 0 ? 0 : count === 1 && changes[0] === 0 ? 1 : -1;
    if (colour < 0) colour = own;
    return own >= 0 && own === colour;
  };
  const { state, bits } = goOver(bytes, fax, budget, isEven);
  return state === 'whole' && colour >= 0 && isNothingLeft(bits, fax.k);
}

/** After the last line there is at most an end mark and fill bits. */
function isNothingLeft(bits: Bits, k: number): boolean {
  overEnds(bits, k);
  const left = bits.bytes.byteLength * 8 - bits.at;
  return left < FILL_BITS_MAX && (left <= 0 || peek(bits, FILL_BITS_MAX) === 0);
}

/** Fill of the last byte, and perhaps one more byte. */
const FILL_BITS_MAX = 16;

/**
 * Whether a fax ends too early, has a code that does not exist, or has its last line long before its last byte, as where foreign code
 * happens to be shorter.
 */
export function isDoubtfulFax(bytes: Uint8Array, fax: Fax, budget: InspectBudget): boolean {
  // Without its height, only an end mark would tell where it ends.
  if (!(fax.height > 0)) return false;
  const { state, bits } = goOver(bytes, fax, budget, () => true);
  if (state !== 'whole') return state === 'damaged';
  if (overEnds(bits, fax.k) > 0) return false;
  return bits.bytes.byteLength * 8 - bits.at > LEFT_BITS_MAX && bits.bytes.subarray((bits.at + 7) >> 3).some((byte) => byte !== 0);
}

/** Some encoders leave out the end mark, and fill up a few bytes. */
const LEFT_BITS_MAX = 64;

/** Whether all lines are there, for a fax embedded in another file. */
export function faxState(bytes: Uint8Array, fax: Fax, budget: InspectBudget): 'whole' | 'damaged' | 'too-much' {
  const state = walkFax(bytes, fax, budget);
  return state === 'stopped' ? 'damaged' : state;
}
