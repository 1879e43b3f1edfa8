import { crc32 } from 'node:zlib';

/** A baseline picture whose code is one byte, again and again; or all but one near the end. */
export function evenJpeg(length: number, odd: number | null = null): Buffer {
  const code = Buffer.alloc(length - 40, 0x55);
  if (odd !== null) code[code.length - 9] = odd;
  return aJpeg(code);
}

export function aJpeg(code: Buffer): Buffer {
  const frame = [0xff, 0xc0, 0, 11, 8, 0, 9, 0, 9, 1, 1, 0x11, 0];
  return Buffer.concat([Buffer.from([0xff, 0xd8, ...frame, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]), code, Buffer.from([0xff, 0xd9])]);
}

type Png = { readonly width: number; readonly height: number; readonly rows: Buffer; readonly emptyParts?: number };

/** In grey, of rows as they are given. */
export function rawPng({ width, height, rows, emptyParts = 0 }: Png): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(Math.floor(width), 0);
  header.writeUInt32BE(Math.floor(height), 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    part('IHDR', header),
    Buffer.alloc(Math.floor(emptyParts) * 12, part('IDAT', Buffer.alloc(0))),
    part('IDAT', rows),
    part('IEND', Buffer.alloc(0)),
  ]);
}

function part(type: string, data: Buffer): Buffer {
  const [head, tail, named] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(type, 'latin1'), data])];
  head.writeUInt32BE(data.length);
  tail.writeUInt32BE(crc32(named));
  return Buffer.concat([head, named, tail]);
}

/** White, one point wide, in as many rows as there is room for. */
export function columnBmp(bytes: number): Buffer {
  const height = Math.floor((bytes - 54) / 4);
  const bmp = Buffer.alloc(54 + height * 4, 0xff);
  bmp.fill(0, 0, 54);
  bmp.write('BM', 0, 'latin1');
  bmp.writeUInt32LE(54, 10);
  bmp.writeUInt32LE(40, 14);
  bmp.writeInt32LE(1, 18);
  bmp.writeInt32LE(height, 22);
  bmp.writeUInt16LE(8, 28);
  return bmp;
}
