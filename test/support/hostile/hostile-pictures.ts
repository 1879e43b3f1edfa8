import { crc32 } from 'node:zlib';

const ROW_UNITS = 1_000;

/** A grey picture in whose code each unit takes four bytes. `odd` replaces one byte near the end. */
export function evenJpeg(length: number, odd: number | null = null): Buffer {
  const held = Math.floor((length - 120) / 4);
  const units = held < ROW_UNITS ? held : held - (held % ROW_UNITS);
  const code = Buffer.alloc(units * 4, Buffer.from([0x80, 0, 0x80, 0]));
  if (odd !== null) code[code.length - 9] = odd;
  return aJpeg(code, units);
}

/** A table of two codes, of one bit and of sixteen; the second means that nothing follows. */
const table = (kind: number): readonly number[] => [0xff, 0xc4, 0, 21, kind, 1, ...Array.from({ length: 14 }, () => 0), 1, 1, 0];

/** At most a thousand units in a row. */
export function aJpeg(code: Buffer, units = 8): Buffer {
  const lines = Math.max(1, Math.floor(units / ROW_UNITS)) * 8;
  const width = Math.min(ROW_UNITS, units) * 8;
  const frame = [0xff, 0xc0, 0, 11, 8, lines >> 8, lines & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0];
  const head = [0xff, 0xd8, ...frame, ...table(0), ...table(0x10), 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0];
  return Buffer.concat([Buffer.from(head), code, Buffer.from([0xff, 0xd9])]);
}

/** A table with a single code of one bit. */
const ofOneBit = (kind: number): readonly number[] => [0xff, 0xc4, 0, 20, kind, 1, ...Array.from({ length: 15 }, () => 0), 0];

/** Without an end marker; its units are two zero bits each, and every scan goes over all of them again. */
export function scannedJpeg(length: number): Buffer {
  const lines = Math.max(1, Math.min(1_900, Math.floor(length / 4 / 250)));
  const frame = [0xff, 0xc0, 0, 11, 8, (lines * 8) >> 8, (lines * 8) & 0xff, 8_000 >> 8, 8_000 & 0xff, 1, 1, 0x11, 0];
  const scan = Buffer.concat([Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]), Buffer.alloc(lines * 250)]);
  const scans = Array.from({ length: Math.floor(length / scan.length) }, () => scan);
  return Buffer.concat([Buffer.from([0xff, 0xd8, ...frame, ...ofOneBit(0), ...ofOneBit(0x10)]), ...scans]);
}

type Png = { readonly width: number; readonly height: number; readonly rows: Buffer; readonly emptyParts?: number };

/** A grey picture with these packed rows. */
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

/** White, one pixel wide, with as many rows as fit. */
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
