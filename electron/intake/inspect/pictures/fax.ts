import type { InspectBudget } from '../inspect-budget.ts';

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

/** T.4 run codes as strings of bits, ordered by run length: 0 to 63, then 64, 128 … 1728. */
const WHITE =
  '00110101 000111 0111 1000 1011 1100 1110 1111 10011 10100 00111 01000 001000 000011 110100 110101 101010 101011 0100111 0001100 0001000 ' +
  '0010111 0000011 0000100 0101000 0101011 0010011 0100100 0011000 00000010 00000011 00011010 00011011 00010010 00010011 00010100 00010101 ' +
  '00010110 00010111 00101000 00101001 00101010 00101011 00101100 00101101 00000100 00000101 00001010 00001011 01010010 01010011 01010100 ' +
  '01010101 00100100 00100101 01011000 01011001 01011010 01011011 01001010 01001011 00110010 00110011 00110100 ' +
  '11011 10010 010111 0110111 00110110 00110111 01100100 01100101 01101000 01100111 011001100 011001101 011010010 011010011 011010100 ' +
  '011010101 011010110 011010111 011011000 011011001 011011010 011011011 010011000 010011001 010011010 011000 010011011';
const BLACK =
  '0000110111 010 11 10 011 0011 0010 00011 000101 000100 0000100 0000101 0000111 00000100 00000111 000011000 0000010111 0000011000 ' +
  '0000001000 00001100111 00001101000 00001101100 00000110111 00000101000 00000010111 00000011000 000011001010 000011001011 000011001100 ' +
  '000011001101 000001101000 000001101001 000001101010 000001101011 000011010010 000011010011 000011010100 000011010101 000011010110 ' +
  '000011010111 000001101100 000001101101 000011011010 000011011011 000001010100 000001010101 000001010110 000001010111 000001100100 ' +
  '000001100101 000001010010 000001010011 000000100100 000000110111 000000111000 000000100111 000000101000 000001011000 000001011001 ' +
  '000000101011 000000101100 000001011010 000001100110 000001100111 ' +
  '0000001111 000011001000 000011001001 000001011011 000000110011 000000110100 000000110101 0000001101100 0000001101101 0000001001010 ' +
  '0000001001011 0000001001100 0000001001101 0000001110010 0000001110011 0000001110100 0000001110101 0000001110110 0000001110111 ' +
  '0000001010010 0000001010011 0000001010100 0000001010101 0000001011010 0000001011011 0000001100100 0000001100101';
/** 1792, 1856 … 2560, for both colours. */
const LONG =
  '00000001000 00000001100 00000001101 000000010010 000000010011 000000010100 000000010101 000000010110 000000010111 000000011100 ' +
  '000000011101 000000011110 000000011111';

/** Indexed by the next 13 bits: `run << 4 | length of the code`, or 0 for no code. */
type FaxCodes = Int32Array;

const CODE_BITS_MAX = 13;

function tableOf(codes: readonly (readonly [code: string, value: number])[]): FaxCodes {
  const table = new Int32Array(1 << CODE_BITS_MAX);
  for (const [code, value] of codes) {
    const free = CODE_BITS_MAX - code.length;
    const from = Number.parseInt(code, 2) << free;
    table.fill((value << 4) | code.length, from, from + (1 << free));
  }
  return table;
}

function runs(own: string): FaxCodes {
  const short = own.split(' ').map((code, n) => [code, n < 64 ? n : (n - 63) * 64] as const);
  return tableOf([...short, ...LONG.split(' ').map((code, n) => [code, 1_792 + n * 64] as const)]);
}

const WHITE_RUNS = runs(WHITE);
const BLACK_RUNS = runs(BLACK);

/** Modes of a line coded relative to the previous one: vertical from three left to three right, pass and horizontal. */
const PASS = 8;
const HORIZONTAL = 9;
/** Subtracted from the number of a vertical mode to get its offset. */
const VERTICAL_MIDDLE = 4;

const MODES = tableOf([
  ['1', VERTICAL_MIDDLE],
  ['011', 5],
  ['010', 3],
  ['000011', 6],
  ['000010', 2],
  ['0000011', 7],
  ['0000010', 1],
  ['0001', PASS],
  ['001', HORIZONTAL],
]);
