// The package has no types, and every importer of this file has to find ours.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../sandbox/decoding/pngjs.d.ts" />
import { PNG } from 'pngjs';

/** One size of an icon, as a PNG. */
export type IconSize = { readonly pixels: number; readonly png: Uint8Array };

/** The largest size in a .ico. Windows reads PNGs there since Vista; for smaller sizes, some icon loaders read only bitmaps. */
const PNG_PIXELS = 256;
const BITMAP_HEADER_BYTES = 40;
const BYTES_A_PIXEL = 4;

/** A Windows .ico with sizes up to 256. */
export function icoFile(sizes: readonly IconSize[]): Buffer {
  const head = Buffer.alloc(6);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(sizes.length, 4);
  const pictures = sizes.map(({ pixels, png }) => ({ pixels, bytes: pixels < PNG_PIXELS ? bitmap(png) : png }));
  let offset = head.length + 16 * sizes.length;
  const entries = pictures.map(({ pixels, bytes }) => {
    const entry = Buffer.alloc(16);
    // 256 is written as 0, because the field has one byte.
    entry.writeUInt8(pixels % 256, 0);
    entry.writeUInt8(pixels % 256, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(bytes.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += bytes.length;
    return entry;
  });
  return Buffer.concat([head, ...entries, ...pictures.map(({ bytes }) => bytes)]);
}

/**
 * A bitmap from the last line to the first, in blue, green, red and opacity, followed by a mask with one bit per pixel: opacity makes it
 * superfluous, but Windows requires it.
 */
function bitmap(png: Uint8Array): Buffer {
  const { width, height, data } = PNG.sync.read(Buffer.from(png));
  const maskLine = Math.ceil(width / 32) * 4;
  const head = Buffer.alloc(BITMAP_HEADER_BYTES);
  head.writeUInt32LE(BITMAP_HEADER_BYTES, 0);
  head.writeInt32LE(width, 4);
  // Picture and mask together.
  head.writeInt32LE(2 * height, 8);
  head.writeUInt16LE(1, 12);
  head.writeUInt16LE(32, 14);
  const picture = Buffer.alloc(width * height * BYTES_A_PIXEL);
  const mask = Buffer.alloc(maskLine * height);
  for (let y = 0; y < height; y += 1) {
    const line = height - 1 - y;
    for (let x = 0; x < width; x += 1) {
      const [red = 0, green = 0, blue = 0, opacity = 0] = data.subarray((y * width + x) * BYTES_A_PIXEL);
      picture.set([blue, green, red, opacity], (line * width + x) * BYTES_A_PIXEL);
      const byte = line * maskLine + (x >> 3);
      if (opacity === 0) mask[byte] = (mask[byte] ?? 0) | (0x80 >> (x & 7));
    }
  }
  head.writeUInt32LE(picture.length + mask.length, 20);
  return Buffer.concat([head, picture, mask]);
}

/** Apple's types for the sizes that an .icns may contain as PNG; the second type of a size is for Retina screens. */
const ICNS_TYPES: ReadonlyMap<number, readonly string[]> = new Map([
  [32, ['ic11']],
  [64, ['ic12']],
  [128, ['ic07']],
  [256, ['ic08', 'ic13']],
  [512, ['ic09', 'ic14']],
  [1024, ['ic10']],
]);

/** A macOS .icns of PNGs; sizes without a type are left out. */
export function icnsFile(sizes: readonly IconSize[]): Buffer {
  const blocks = sizes.flatMap(({ pixels, png }) => (ICNS_TYPES.get(pixels) ?? []).map((type) => icnsBlock(type, png)));
  return icnsBlock('icns', Buffer.concat(blocks));
}

function icnsBlock(type: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 0, 'latin1');
  head.writeUInt32BE(head.length + content.length, 4);
  return Buffer.concat([head, content]);
}
