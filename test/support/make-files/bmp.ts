import { PNG } from 'pngjs';

const HEADERS = 62;
/** 200 dots per inch, as fax-like scans have. */
const DOTS_PER_METRE = 7_874;

/** A black-and-white scan, one bit per pixel, as old scanner programs write it. */
export function monochromeBmp(png: Buffer): Buffer {
  const { width, height, data } = PNG.sync.read(png);
  const rowBytes = Math.ceil(width / 32) * 4;
  const bmp = Buffer.alloc(HEADERS + rowBytes * height);
  bmp.write('BM', 0, 'latin1');
  bmp.writeUInt32LE(bmp.length, 2);
  bmp.writeUInt32LE(HEADERS, 10);
  bmp.writeUInt32LE(40, 14);
  bmp.writeInt32LE(width, 18);
  bmp.writeInt32LE(height, 22);
  bmp.writeUInt16LE(1, 26);
  bmp.writeUInt16LE(1, 28);
  bmp.writeUInt32LE(rowBytes * height, 34);
  bmp.writeInt32LE(DOTS_PER_METRE, 38);
  bmp.writeInt32LE(DOTS_PER_METRE, 42);
  bmp.writeUInt32LE(0x00_ff_ff_ff, 58);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      // Rows go from the bottom up. The three colours are about equal, so one of them tells light from dark.
      if ((data[((height - 1 - y) * width + x) * 4 + 1] ?? 0) < 160) continue;
      const at = HEADERS + y * rowBytes + (x >> 3);
      bmp.writeUInt8(bmp.readUInt8(at) | (0x80 >> (x & 7)), at);
    }
  }
  return bmp;
}
