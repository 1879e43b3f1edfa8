/** A Huffman table: short codes are looked up by their first bits, long ones are found by their length. */
export type Huffman = {
  /** Length and symbol (`length << 8 | symbol`) by the next `SHORT_BITS` bits; 0 for a longer code. */
  readonly short: Uint16Array;
  /** By code length: the greatest code or -1, and what to add to a code to get its index in `symbols`. */
  readonly greatest: Int32Array;
  readonly offset: Int32Array;
  readonly symbols: Uint8Array;
};

const SHORT_BITS = 8;
const CODE_BITS_MAX = 16;

/** Null if there are more codes than their lengths allow. */
export function huffman(counts: Uint8Array, symbols: Uint8Array): Huffman | null {
  const table = {
    short: new Uint16Array(1 << SHORT_BITS),
    greatest: new Int32Array(CODE_BITS_MAX + 1).fill(-1),
    offset: new Int32Array(CODE_BITS_MAX + 1),
    symbols,
  };
  let [code, place] = [0, 0];
  for (let length = 1; length <= CODE_BITS_MAX; length += 1) {
    const count = counts[length - 1] ?? 0;
    table.offset[length] = place - code;
    const shown = length <= SHORT_BITS ? count : 0;
    for (let n = 0; n < shown; n += 1) {
      const from = (code + n) << (SHORT_BITS - length);
      table.short.fill((length << 8) | (symbols[place + n] ?? 0), from, from + (1 << (SHORT_BITS - length)));
    }
    code += count;
    place += count;
    if (code > 1 << length) return null;
    if (count > 0) table.greatest[length] = code - 1;
    code <<= 1;
  }
  return table;
}

/** Bits of entropy-coded data, in which a zero byte follows each 0xff. */
export type Bits = {
  readonly bytes: Uint8Array;
  /** The next byte. */
  at: number;
  /** Bits read but not used yet: the lowest `count` bits, the next one highest. */
  held: number;
  count: number;
  /** Zero bits appended after the end of the data: lookups may see them, but a code must not use them. */
  added: number;
};

export function bitsFrom(bytes: Uint8Array, at: number): Bits {
  return { bytes, at, held: 0, count: 0, added: 0 };
}

/** Whether more bits were used than the data has. */
export function isOverrun(bits: Bits): boolean {
  return bits.added > bits.count;
}

/** The first byte of which no bit was used. */
export function firstUnused({ bytes, at, count, added }: Bits): number {
  let from = at;
  for (let left = (count - added) >> 3; left > 0; left -= 1) from -= bytes[from - 1] === 0 && bytes[from - 2] === 0xff ? 2 : 1;
  return from;
}

function fill(bits: Bits): void {
  const { bytes } = bits;
  while (bits.count <= CODE_BITS_MAX) {
    const byte = bits.at < bytes.length ? (bytes[bits.at] as number) : -1;
    if (byte < 0 || (byte === 0xff && bytes[bits.at + 1] !== 0)) {
      bits.held = (bits.held << 8) & 0xff_ff_ff;
      bits.added += 8;
    } else {
      bits.held = ((bits.held << 8) | byte) & 0xff_ff_ff;
      bits.at += byte === 0xff ? 2 : 1;
    }
    bits.count += 8;
  }
}

/** A number of `length` bits, at most 16. */
export function take(bits: Bits, length: number): number {
  if (length === 0) return 0;
  if (bits.count < length) fill(bits);
  bits.count -= length;
  return (bits.held >> bits.count) & ((1 << length) - 1);
}

/** The symbol of the next code; -1 if there is no such code. */
export function symbol(bits: Bits, table: Huffman): number {
  if (bits.count < CODE_BITS_MAX) fill(bits);
  const found = table.short[(bits.held >> (bits.count - SHORT_BITS)) & 0xff] as number;
  if (found !== 0) {
    bits.count -= found >> 8;
    return found & 0xff;
  }
  for (let length = 1; length <= CODE_BITS_MAX; length += 1) {
    const code = (bits.held >> (bits.count - length)) & ((1 << length) - 1);
    if (code > (table.greatest[length] as number)) continue;
    bits.count -= length;
    return table.symbols[code + (table.offset[length] as number)] ?? -1;
  }
  return -1;
}

/** The symbol of a code that consists of zeros; -1 if there is none. */
export function symbolOfZeros({ short, greatest, symbols }: Huffman): number {
  return (short[0] ?? 0) !== 0 ? (short[0] as number) & 0xff : greatest.some((code) => code >= 0) ? (symbols[0] ?? -1) : -1;
}

/** A number whose first bit determines its sign, as JPEG stores differences and coefficients. */
export function signed(bits: Bits, length: number): number {
  const value = take(bits, length);
  return length === 0 || value >= 1 << (length - 1) ? value : value - (1 << length) + 1;
}
