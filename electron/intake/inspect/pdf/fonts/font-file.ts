import { viewOf } from '../../bytes.ts';
import { isDoubtfulCff } from './cff.ts';

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
