import type { BmpHeader } from '#shared/lib/pictures/bmp-header.ts';

const [END_OF_ROW, END_OF_FILE, JUMP] = [0, 1, 2];

/**
 * Unpacks run lengths of 8 or 4 bits to rows like those of a file without compression, in the file's order. Dots that are jumped over have the first
 * colour. Null for what is damaged.
 */
export function unpackedRuns(bytes: Uint8Array, { pixelsAt, width, height, bits, rowBytes }: BmpHeader): Uint8Array | null {
  const rows = new Uint8Array(rowBytes * height);
  const put = (x: number, y: number, value: number): void => {
    if (x >= width || y >= height) return;
    const at = y * rowBytes + ((x * bits) >> 3);
    rows[at] = bits === 8 ? value : (rows[at] as number) | (value << (x % 2 === 0 ? 4 : 0));
  };
  /** The value of dot `n` of those that begin at a byte. */
  const dot = (at: number, n: number): number =>
    bits === 8 ? (bytes[at + n] as number) : ((bytes[at + (n >> 1)] as number) >> (n % 2 === 0 ? 4 : 0)) & 0xf;
  for (let [x, y, at] = [0, 0, pixelsAt]; at + 2 <= bytes.byteLength && y < height; ) {
    const [count, value] = [bytes[at] as number, bytes[at + 1] as number];
    at += 2;
    if (count > 0) {
      for (let n = 0; n < count; n += 1) put(x + n, y, bits === 8 ? value : dot(at - 1, n % 2));
      x += count;
    } else if (value === END_OF_ROW) [x, y] = [0, y + 1];
    else if (value === END_OF_FILE) return rows;
    else if (value === JUMP) {
      [x, y] = [x + (bytes[at] ?? 0), y + (bytes[at + 1] ?? 0)];
      at += 2;
    } else {
      const packed = Math.ceil((value * bits) / 8);
      if (at + packed > bytes.byteLength) return null;
      for (let n = 0; n < value; n += 1) put(x + n, y, dot(at, n));
      x += value;
      // They begin at an even place.
      at += packed + (packed & 1);
    }
    if (y === height - 1 && x >= width) return rows;
  }
  return null;
}
