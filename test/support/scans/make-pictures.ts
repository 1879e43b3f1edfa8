import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import { seededRandom } from '#test/support/virtual-world.ts';

/** A picture beside this file; README.md says how each was made. */
export function scan(name: string): Buffer {
  return readFileSync(new URL(name, import.meta.url));
}

type Level = (x: number, y: number, channel: number) => number;

/** Paper of this grey level, with noise of this many levels, and light that fades by this many from top to bottom. */
export function paper(level: number, { noise = 0, fade = 0, height = 640 } = {}): Level {
  const random = seededRandom(7);
  const sum = (): number => Array.from({ length: 4 }, () => random.fraction()).reduce((all, one) => all + one, -2) * Math.sqrt(3);
  const table = Float32Array.from({ length: 65_521 }, sum);
  let n = 0;
  return (_x, y) => {
    n = (n + 7_919 + (y % 61)) % table.length;
    return level - (fade * y) / height + noise * (table[n] ?? 0);
  };
}

/** Strokes like a line of small letters, darker than what is under them by this many levels. */
export function line(under: Level, by: number, channels: readonly number[] = [0, 1, 2]): Level {
  return (x, y, channel) => {
    const isInk = y >= 200 && y < 208 && x >= 100 && x < 260 && (x % 6 < 2 || (y % 7 === 0 && x % 6 < 5));
    return under(x, y, channel) - (isInk && channels.includes(channel) ? by : 0);
  };
}

type PngOf = {
  readonly width: number;
  readonly height: number;
  readonly level: Level;
  readonly colour?: 0 | 2 | 3;
  readonly isInterlaced?: boolean;
};

const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Eight bits per channel, each row without a filter; a palette is of greys. */
export function png({ width, height, level, colour = 0, isInterlaced = false }: PngOf): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, colour, 0, 0, Number(isInterlaced)], 8);
  const rows: number[][] = [];
  for (const [left, top, across, down] of isInterlaced ? PASSES : [[0, 0, 1, 1] as const]) {
    const end = left < width ? height : 0;
    for (let y = top; y < end; y += down) {
      const row = [0];
      for (let x = left; x < width; x += across) {
        for (let c = 0; c < (colour === 2 ? 3 : 1); c += 1) row.push(Math.max(0, Math.min(255, Math.round(level(x, y, c)))));
      }
      rows.push(row);
    }
  }
  const palette = part('PLTE', Buffer.from(Array.from({ length: 768 }, (_, n) => Math.floor(n / 3))));
  const data = deflateSync(Buffer.concat(rows.map((row) => Buffer.from(row))));
  const parts = [part('IHDR', header), ...(colour === 3 ? [palette] : []), part('IDAT', data), part('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...parts]);
}

export function part(type: string, data: Buffer): Buffer {
  const [head, tail, named] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(type, 'latin1'), data])];
  head.writeUInt32BE(data.length);
  tail.writeUInt32BE(crc32(named));
  return Buffer.concat([head, named, tail]);
}

type BmpOf = {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly compression?: number;
  readonly pixels: Buffer;
};

/** With a palette of greys if pixels are palette indices. */
export function bmp({ width, height, bits, compression = 0, pixels }: BmpOf): Buffer {
  const palette =
    bits > 8 ? Buffer.alloc(0) : Buffer.from(Array.from({ length: 4 << bits }, (_, n) => (n >> 2) * (255 / ((1 << bits) - 1))));
  const head = Buffer.alloc(54);
  head.write('BM', 0, 'latin1');
  head.writeUInt32LE(54 + palette.length, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(bits, 28);
  head.writeUInt32LE(compression, 30);
  return Buffer.concat([head, palette, pixels]);
}
