import { crc32, deflateSync } from 'node:zlib';

/** Bytes that nothing makes smaller without loss; fast, and the same each time. */
export function noise(bytes: number): Uint8Array<ArrayBuffer> {
  const made = new Uint8Array(bytes);
  let state = 1;
  for (let at = 0; at < bytes; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
    made[at] = state >>> 16;
  }
  return made;
}

/** A PNG without filters. `row`: the bytes of a row, behind its filter byte. */
export function plainPng(
  of: { readonly width: number; readonly height: number; readonly depth: 1 | 8; readonly colour: 0 | 2 },
  row: (y: number) => Uint8Array,
) {
  const rowBytes = Math.ceil((of.width * (of.colour === 2 ? 3 : 1) * of.depth) / 8);
  const rows = new Uint8Array((rowBytes + 1) * of.height);
  for (let y = 0; y < of.height; y += 1) rows.set(row(y).subarray(0, rowBytes), y * (rowBytes + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(of.width, 0);
  header.writeUInt32BE(of.height, 4);
  header.set([of.depth, of.colour], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return new Uint8Array(
    Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 1 })), chunk('IEND', Buffer.alloc(0))]),
  );
}

function chunk(type: string, body: Uint8Array): Buffer {
  const made = Buffer.alloc(body.byteLength + 12);
  made.writeUInt32BE(body.byteLength, 0);
  made.write(type, 4, 'latin1');
  made.set(body, 8);
  made.writeUInt32BE(crc32(made.subarray(4, 8 + body.byteLength)), 8 + body.byteLength);
  return made;
}

/** A BMP with 24 bits for each dot. `row`: the bytes of a row, from the top one on. */
export function bmp24(width: number, height: number, row: (y: number) => Uint8Array): Uint8Array<ArrayBuffer> {
  const rowBytes = Math.ceil((width * 3) / 4) * 4;
  const bytes = new Uint8Array(54 + rowBytes * height);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  for (const [at, value] of [
    [10, 54],
    [14, 40],
    [18, width],
    [22, height],
  ] as const)
    view.setUint32(at, value, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 24, true);
  for (let y = 0; y < height; y += 1) bytes.set(row(y).subarray(0, width * 3), 54 + (height - 1 - y) * rowBytes);
  return bytes;
}

/** The lengths of a table's codes, and what its only code means. */
const ONE_CODE = [1, ...Array.from({ length: 15 }, () => 0), 0];

function segment(marker: number, body: readonly number[]): readonly number[] {
  return [0xff, marker, 0, body.length + 2, ...body];
}

/** A baseline JPEG of one grey. Its codes have one bit each: no change of brightness, and the end of a block. */
export function greyJpeg(width: number, height: number): Uint8Array<ArrayBuffer> {
  const size = [height >> 8, height & 0xff, width >> 8, width & 0xff];
  const head = [
    0xff,
    0xd8,
    ...segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    ...segment(0xc0, [8, ...size, 1, 1, 0x11, 0]),
    ...segment(0xc4, [0x00, ...ONE_CODE]),
    ...segment(0xc4, [0x10, ...ONE_CODE]),
    ...segment(0xda, [1, 1, 0, 0, 63, 0]),
  ];
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const bytes = new Uint8Array(head.length + Math.ceil(blocks / 4) + 2);
  bytes.set(head);
  bytes.set([0xff, 0xd9], bytes.length - 2);
  return bytes;
}
