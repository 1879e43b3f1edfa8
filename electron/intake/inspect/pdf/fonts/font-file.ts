import { viewOf } from '../../bytes.ts';

/** First bytes of fonts that have a directory of tables: TrueType, Apple's name for it, and OpenType with outlines of the other kind. */
const WITH_TABLES = new Set([0x00010000, 0x74727565, 0x4f54544f]);

/**
 * Whether a font without a packing that has a checksum is damaged: tables that are cut off, or outlines that are none. Other fonts, and
 * whatever is no font, raise no doubt.
 */
export function isDoubtfulFont(bytes: Buffer): boolean {
  if (bytes.byteLength < HEAD_BYTES) return false;
  if (WITH_TABLES.has(bytes.readUInt32BE(0))) return isDoubtfulByTables(bytes);
  return bytes[0] === 1 && bytes[1] === 0 && isDoubtfulCff(bytes);
}

const HEAD_BYTES = 12;
const ROW_BYTES = 16;

type Table = { readonly sum: number; readonly bytes: Buffer };

function isDoubtfulByTables(bytes: Buffer): boolean {
  const tables = tablesOf(bytes);
  if (tables === null) return true;
  const outlines = tables.get('CFF ');
  if (outlines !== undefined) return isDoubtfulCff(outlines.bytes);
  const [glyphs, places] = [tables.get('glyf'), tables.get('loca')];
  if (glyphs === undefined || places === undefined) return false;
  // Some programs that make a smaller font of one leave the old sums there.
  if (isRight(glyphs) && isRight(places)) return false;
  const isLong = (tables.get('head')?.bytes[FORMAT_AT] ?? 0) === 1;
  return !areGlyphs(glyphs.bytes, places.bytes, isLong);
}

/** In `head`: whether places are numbers of four bytes. */
const FORMAT_AT = 51;

/** Null if one is cut off. */
function tablesOf(bytes: Buffer): ReadonlyMap<string, Table> | null {
  const view = viewOf(bytes);
  const tables = new Map<string, Table>();
  const to = HEAD_BYTES + view.getUint16(4) * ROW_BYTES;
  if (to > bytes.byteLength) return null;
  for (let row = HEAD_BYTES; row < to; row += ROW_BYTES) {
    const [from, length] = [view.getUint32(row + 8), view.getUint32(row + 12)];
    if (from + length > bytes.byteLength) return null;
    tables.set(bytes.toString('latin1', row, row + 4), { sum: view.getUint32(row + 4), bytes: bytes.subarray(from, from + length) });
  }
  return tables;
}

/** Whether its numbers of four bytes, the last one filled up with zeros, have the sum that the directory says. */
function isRight({ sum, bytes }: Table): boolean {
  let made = 0;
  const whole = bytes.byteLength & ~3;
  for (let at = 0; at < whole; at += 4) made = (made + bytes.readUInt32BE(at)) >>> 0;
  if (whole < bytes.byteLength) made = (made + Buffer.concat([bytes.subarray(whole)], 4).readUInt32BE(0)) >>> 0;
  return made === sum;
}

/** Whether the places of the glyphs follow each other, and each glyph is one. */
function areGlyphs(glyphs: Buffer, places: Buffer, isLong: boolean): boolean {
  const size = isLong ? 4 : 2;
  const placeAt = (n: number): number => (isLong ? places.readUInt32BE(n * size) : 2 * places.readUInt16BE(n * size));
  for (let n = 0; (n + 2) * size <= places.byteLength; n += 1) {
    const [from, to] = [placeAt(n), placeAt(n + 1)];
    if (from > to || to > glyphs.byteLength) return false;
    if (from < to && !isGlyph(glyphs.subarray(from, to))) return false;
  }
  return true;
}

const GLYPH_HEAD_BYTES = 10;

/** A bounding box, and as many contours as it says, which end one behind the other; or a composite of other glyphs. */
function isGlyph(glyph: Buffer): boolean {
  if (glyph.byteLength < GLYPH_HEAD_BYTES) return glyph.every((byte) => byte === 0);
  const [contours, left, bottom, right, top] = [0, 2, 4, 6, 8].map((at) => glyph.readInt16BE(at)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  if (contours < -1 || left > right || bottom > top) return false;
  const instructionsAt = GLYPH_HEAD_BYTES + 2 * Math.max(0, contours);
  if (contours <= 0) return true;
  if (instructionsAt + 2 > glyph.byteLength) return false;
  let last = -1;
  for (let at = GLYPH_HEAD_BYTES; at < instructionsAt; at += 2) {
    if (glyph.readUInt16BE(at) < last) return false;
    last = glyph.readUInt16BE(at);
  }
  return instructionsAt + 2 + glyph.readUInt16BE(instructionsAt) <= glyph.byteLength;
}

/** Where the parts of an index lie: `offsets[n]` to `offsets[n + 1]`. `end`: behind it. */
type Index = { readonly offsets: readonly number[]; readonly end: number };

/** The first byte of an operator of two. */
const ESCAPE = 12;
/** Operators of its dictionaries; those of two bytes begin with 12. */
const [CHAR_STRINGS, PRIVATE, SUBROUTINES, FONTS] = [17, 18, 19, (12 << 8) | 36];

/**
 * Whether the outlines of a font in Adobe's compact format (Technical Note 5176) are damaged. It has no checksum, but a strict form: tables of
 * offsets that only grow, and for each glyph a charstring that consists of known operators and comes to an end.
 */
function isDoubtfulCff(bytes: Buffer): boolean {
  const names = indexAt(bytes, bytes[2] ?? 0);
  const tops = names === null ? null : indexAt(bytes, names.end);
  const strings = tops === null ? null : indexAt(bytes, tops.end);
  const shared = strings === null ? null : indexAt(bytes, strings.end);
  const [from, to] = tops?.offsets ?? [];
  if (shared === null || from === undefined || to === undefined) return true;
  const top = operandsOf(bytes.subarray(from, to));
  const glyphs = indexAt(bytes, top.get(CHAR_STRINGS)?.at(-1) ?? bytes.byteLength);
  if (glyphs === null || !partsOf(bytes, glyphs).every((part) => isCharString(part, 'glyph'))) return true;
  const fontsAt = top.get(FONTS)?.at(-1);
  const fonts = fontsAt === undefined ? null : indexAt(bytes, fontsAt);
  if (fontsAt !== undefined && fonts === null) return true;
  const dictionaries = fonts === null ? [top] : partsOf(bytes, fonts).map(operandsOf);
  return !dictionaries.every((one) => arePrivateSubroutines(bytes, one.get(PRIVATE))) || !areSubroutinesWhole(bytes, shared);
}

function partsOf(bytes: Buffer, { offsets }: Index): readonly Buffer[] {
  return offsets.slice(1).map((end, n) => bytes.subarray(offsets[n], end));
}

function areSubroutinesWhole(bytes: Buffer, index: Index): boolean {
  return partsOf(bytes, index).every((part) => part.byteLength === 0 || isCharString(part, 'subroutine'));
}

/** `said`: the length and the position of a private dictionary, which may say where subroutines are, counted from there. */
function arePrivateSubroutines(bytes: Buffer, said: readonly number[] | undefined): boolean {
  const [length, at] = said ?? [];
  if (length === undefined || at === undefined) return true;
  if (length < 0 || at < 0 || at + length > bytes.byteLength) return false;
  const from = operandsOf(bytes.subarray(at, at + length))
    .get(SUBROUTINES)
    ?.at(-1);
  const index = from === undefined ? null : indexAt(bytes, at + from);
  return from === undefined || (index !== null && areSubroutinesWhole(bytes, index));
}

/** Null if it is cut off, or its offsets do not grow. */
function indexAt(bytes: Buffer, at: number): Index | null {
  if (at + 2 > bytes.byteLength) return null;
  const count = bytes.readUInt16BE(at);
  if (count === 0) return { offsets: [], end: at + 2 };
  const size = bytes[at + 2] ?? 0;
  const base = at + 3 + (count + 1) * size - 1;
  if (size < 1 || size > 4 || base > bytes.byteLength) return null;
  const offsets: number[] = [];
  for (let n = 0; n <= count; n += 1) {
    const offset = base + bytes.readUIntBE(at + 3 + n * size, size);
    if (offset < (offsets.at(-1) ?? base + 1) || offset > bytes.byteLength) return null;
    offsets.push(offset);
  }
  return { offsets, end: offsets.at(-1) ?? base };
}

/** The numbers before each operator of a dictionary. */
function operandsOf(dictionary: Buffer): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, readonly number[]>();
  let numbers: number[] = [];
  for (let at = 0; at < dictionary.byteLength; ) {
    const byte = dictionary[at] ?? 0;
    const next = dictionary[at + 1] ?? 0;
    if (byte === 28 && at + 3 <= dictionary.byteLength) numbers.push(dictionary.readInt16BE(at + 1));
    else if (byte === 29 && at + 5 <= dictionary.byteLength) numbers.push(dictionary.readInt32BE(at + 1));
    else if (byte >= 32 && byte <= 246) numbers.push(byte - 139);
    else if (byte >= 247 && byte <= 250) numbers.push((byte - 247) * 256 + next + 108);
    else if (byte >= 251 && byte <= 254) numbers.push(-(byte - 251) * 256 - next - 108);
    else if (byte <= 21) {
      found.set(byte === ESCAPE ? (byte << 8) | next : byte, numbers);
      numbers = [];
    }
    at += byte === 30 ? lengthOfReal(dictionary, at) : (LENGTHS[byte] ?? (byte >= 247 && byte <= 254 ? 2 : 1));
  }
  return found;
}

/** Bytes of the numbers and operators of a dictionary that are longer than one, but for those from 247. */
const LENGTHS: Readonly<Record<number, number>> = { 12: 2, 28: 3, 29: 5 };

/** Two digits a byte, to one that has an end in it. */
function lengthOfReal(dictionary: Buffer, from: number): number {
  let at = from + 1;
  while (at < dictionary.byteLength && (dictionary[at] ?? 0) >> 4 !== 15 && ((dictionary[at] ?? 0) & 15) !== 15) at += 1;
  return at + 1 - from;
}

const [RETURN, END, CALL, CALL_SHARED, NUMBER_OF_TWO, NUMBER_OF_FOUR] = [11, 14, 10, 29, 28, 255];
const RESERVED = new Set([0, 2, 9, 13, 15, 16, 17]);
const HINTS = new Set([1, 3, 18, 23]);
const MASKS = new Set([19, 20]);
/** The format allows 48 numbers before an operator; some programs write one for the width more. */
const NUMBERS_MAX = 49;

/**
 * Whether a charstring (Technical Note 5177) has known operators with few enough numbers before each, and ends with one that ends it. What
 * follows a call is looked at for its end alone: the subroutine may have hints, whose number the length of a mask depends on. So is a
 * subroutine itself, from its first mask on.
 */
function isCharString(program: Buffer, of: 'glyph' | 'subroutine'): boolean {
  const last = program.at(-1);
  if (last !== END && last !== CALL && last !== CALL_SHARED && last !== RETURN) return false;
  let [numbers, hints, at] = [0, 0, 0];
  while (at < program.byteLength) {
    const byte = program[at] ?? 0;
    at += 1;
    if (byte >= 32 || byte === NUMBER_OF_TWO) {
      at += byte === NUMBER_OF_FOUR ? 4 : byte === NUMBER_OF_TWO ? 2 : byte >= 247 ? 1 : 0;
      numbers += 1;
      if (numbers > NUMBERS_MAX) return false;
      continue;
    }
    if (RESERVED.has(byte)) return false;
    if (byte === END) return true;
    if (byte === CALL || byte === CALL_SHARED || byte === RETURN) return true;
    if (byte === ESCAPE) {
      if ((program[at] ?? 255) > 37) return false;
      at += 1;
    }
    if (HINTS.has(byte) || MASKS.has(byte)) hints += numbers >> 1;
    if (MASKS.has(byte) && of === 'subroutine') return true;
    if (MASKS.has(byte)) at += (hints + 7) >> 3;
    numbers = 0;
  }
  return at === program.byteLength;
}
