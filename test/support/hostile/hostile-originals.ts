import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { jpegBomb } from './hostile-files.ts';

/** A page of a TIFF: its size, the number of its compression, and its bytes. `next`: where the next page's directory is said to be. */
type TiffOf = {
  readonly width: number;
  readonly height: number;
  readonly compression: number;
  readonly data: Buffer;
  readonly next?: number;
};

const HEADER_BYTES = 8;

/** A grey TIFF of eight bits with one strip; its directory is at byte 8. */
export function tiffOf({ width, height, compression, data, next = 0 }: TiffOf): Buffer {
  const tags = [256, 257, 258, 259, 262, 273, 277, 278, 279];
  const at = HEADER_BYTES + 2 + 12 * tags.length + 4;
  const values = [width, height, 8, compression, 1, at, 1, height, data.length];
  const head = Buffer.alloc(at);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(HEADER_BYTES, 4);
  head.writeUInt16LE(tags.length, HEADER_BYTES);
  for (const [index, tag] of tags.entries()) {
    const entry = HEADER_BYTES + 2 + 12 * index;
    head.writeUInt16LE(tag, entry);
    head.writeUInt16LE(4, entry + 2);
    head.writeUInt32LE(1, entry + 4);
    head.writeUInt32LE(values[index] ?? 0, entry + 8);
  }
  head.writeUInt32LE(next, at - 4);
  return Buffer.concat([head, data]);
}

const SMALL = { width: 100, height: 100 } as const;
const [LZW, JPEG, DEFLATE, UNCOMPRESSED] = [5, 7, 8, 1];

/** Each page is followed by the first one. */
export function endlessTiff(): Buffer {
  return tiffOf({ ...SMALL, compression: UNCOMPRESSED, data: Buffer.alloc(10_000), next: HEADER_BYTES });
}

/** A few bytes that claim to be four thousand million dots. */
export function hugeTiff(): Buffer {
  return tiffOf({ width: 65_000, height: 65_000, compression: DEFLATE, data: deflateSync(Buffer.alloc(100)) });
}

/** A small page whose bytes become a hundred megabytes. */
export function swellingTiff(): Buffer {
  return tiffOf({ ...SMALL, compression: DEFLATE, data: deflateSync(Buffer.alloc(100_000_000)) });
}

/** A small page with a JPEG in it that claims to be four thousand million dots. */
export function jpegBombTiff(): Buffer {
  return tiffOf({ ...SMALL, compression: JPEG, data: jpegBomb() });
}

export function noisyTiff(): Buffer {
  return tiffOf({ ...SMALL, compression: LZW, data: noise(5_000) });
}

/** A photo that ends in its middle. */
export function cutHeic(): Buffer {
  const whole = sample('photo.heic');
  return whole.subarray(0, Math.trunc(whole.length / 2));
}

/** A photo and an image that claim to be four thousand million dots. */
export function hugeHeic(): Buffer {
  return withSize(sample('photo.heic'));
}

export function hugeAvif(): Buffer {
  return withSize(sample('preview.avif'));
}

/** Only its first bytes are those of a photo. */
export function noisyHeic(): Buffer {
  return Buffer.concat([sample('photo.heic').subarray(0, 64), noise(20_000)]);
}

function sample(name: string): Buffer {
  return readFileSync(`${import.meta.dirname}/../conversions/${name}`);
}

/** Changes the size that its properties give. */
function withSize(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  const at = changed.indexOf('ispe') + 8;
  changed.writeUInt32BE(65_000, at);
  changed.writeUInt32BE(65_000, at + 4);
  return changed;
}

function noise(length: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, at) => (at * 7_919) % 251));
}
