import { crc32 } from 'node:zlib';
import { viewOf } from './bytes.ts';

/** A picture's frame, and its end (EOI) after the last scan line. Junk after the end is common and harmless. */
export function isWholeJpeg(bytes: Uint8Array): boolean {
  let at = 2;
  let framed = false;
  // Each turn goes on by a byte at least.
  for (let turn = 0; turn < bytes.byteLength; turn += 1) {
    at = bytes.indexOf(0xff, at);
    if (at < 0) return false;
    const marker = bytes[at + 1];
    if (marker === undefined) return false;
    if (marker === 0xd9) return framed;
    // Fill bytes, stuffed bytes and restart marks stand alone.
    if (marker === 0xff) at += 1;
    else if (marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else {
      if (at + 4 > bytes.byteLength) return false;
      // The preview inside an EXIF part has an end of its own, so parts are stepped over by their length.
      framed ||= isFrame(marker);
      at += 2 + Math.max(2, viewOf(bytes).getUint16(at + 2));
    }
  }
  return false;
}

/** SOF0 to SOF15, without the three of that row that mean tables (DHT, JPG, DAC). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

const PNG_SIGNATURE_BYTES = 8;
/** The names of its parts, as numbers: text would be made for each of what may be hundreds of thousands. */
const IHDR = 0x49484452;
const IDAT = 0x49444154;
const IEND = 0x49454e44;

/** Every chunk in its place and with its checksum, from the header over at least one part of the picture to the end. */
export function isWholePng(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  let pictured = false;
  let at = PNG_SIGNATURE_BYTES;
  for (let part = 0; at + 12 <= bytes.byteLength; part += 1) {
    const length = view.getUint32(at);
    const end = at + 8 + length;
    if (end + 4 > bytes.byteLength || crc32(bytes.subarray(at + 4, end)) !== view.getUint32(end)) return false;
    const type = view.getUint32(at + 4);
    if (part === 0 && (type !== IHDR || length < 8 || view.getUint32(at + 8) === 0 || view.getUint32(at + 12) === 0)) return false;
    pictured ||= type === IDAT;
    if (type === IEND) return pictured;
    at = end + 4;
  }
  return false;
}

const BMP_HEADER_BYTES = 14;
/** The oldest header has sizes of 16 bits and no compression. */
const CORE_HEADER_BYTES = 12;
const RLE: ReadonlySet<number> = new Set([1, 2, 4, 5]);

/** As many bytes as its header promises. The length that it says of itself is wrong in many and only used where nothing better is. */
export function isWholeBmp(bytes: Uint8Array): boolean {
  if (bytes.byteLength < BMP_HEADER_BYTES + CORE_HEADER_BYTES) return false;
  const view = viewOf(bytes);
  const pixelsAt = view.getUint32(10, true);
  const old = view.getUint32(14, true) === CORE_HEADER_BYTES;
  if (!old && bytes.byteLength < BMP_HEADER_BYTES + 40) return false;
  const width = old ? view.getUint16(18, true) : view.getInt32(18, true);
  const height = Math.abs(old ? view.getUint16(20, true) : view.getInt32(22, true));
  const bitsPerPixel = view.getUint16(old ? 24 : 28, true);
  if (width <= 0 || height === 0 || pixelsAt < BMP_HEADER_BYTES + CORE_HEADER_BYTES) return false;
  if (!old && RLE.has(view.getUint32(30, true))) return pixelsAt + view.getUint32(34, true) <= bytes.byteLength;
  // Every row is filled up to four bytes.
  const rowBytes = Math.ceil((width * bitsPerPixel) / 32) * 4;
  return bitsPerPixel > 0 && pixelsAt + rowBytes * height <= bytes.byteLength;
}
