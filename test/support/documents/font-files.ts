/** A program of a letter: a width, a move, two lines and the end. */
const LETTER = Buffer.from([139, 139, 139, 21, 150, 160, 5, 14]);
const RETURNS = Buffer.from([139, 139, 5, 11]);

/** A font in Adobe's compact format with as many letters, and a few subroutines. */
export function compactFont(letters: number): Buffer {
  const head = Buffer.from([1, 0, 4, 1]);
  const [names, strings, shared] = [indexOf([Buffer.from('Font')]), indexOf([]), indexOf([RETURNS])];
  const programs = indexOf(Array.from({ length: letters }, () => LETTER));
  const parts = indexOf(Array.from({ length: letters }, () => RETURNS));
  const top = (from: number): Buffer =>
    indexOf([Buffer.concat([long(from), Buffer.from([17]), long(PRIVATE_BYTES), long(from + programs.byteLength), Buffer.from([18])])]);
  const from = head.byteLength + names.byteLength + top(0).byteLength + strings.byteLength + shared.byteLength;
  const own = Buffer.concat([long(PRIVATE_BYTES), Buffer.from([19])]);
  return Buffer.concat([head, names, top(from), strings, shared, programs, own, parts]);
}

/** One number and its operator. */
const PRIVATE_BYTES = 6;

function long(value: number): Buffer {
  const bytes = Buffer.from([29, 0, 0, 0, 0]);
  bytes.writeInt32BE(value, 1);
  return bytes;
}

function indexOf(parts: readonly Buffer[]): Buffer {
  if (parts.length === 0) return Buffer.from([0, 0]);
  const head = Buffer.from([parts.length >> 8, parts.length & 255, 2]);
  const offsets = Buffer.alloc(2 * (parts.length + 1));
  let at = 1;
  for (const [n, part] of parts.entries()) {
    offsets.writeUInt16BE(at, 2 * n);
    at += part.byteLength;
  }
  offsets.writeUInt16BE(at, 2 * parts.length);
  return Buffer.concat([head, offsets, ...parts]);
}

/** A box of one contour, without instructions, and with as many bytes as a small letter has. */
const OUTLINE = Buffer.from([0, 1, 0, 0, 0, 0, 0, 90, 0, 90, 0, 3, 0, 0, 1, 1, 1, 1, 0, 9, 9, 9, 9, 9, 9, 9]);

/** A TrueType font of as many letters. `sums`: those of its tables; some programs leave old ones. */
export function trueTypeFont(letters: number, sums: 'right' | 'old' = 'right'): Buffer {
  const head = Buffer.alloc(54);
  head[51] = 1;
  const places = Buffer.alloc(4 * (letters + 1));
  for (let n = 0; n <= letters; n += 1) places.writeUInt32BE(n * OUTLINE.byteLength, 4 * n);
  const tables = { glyf: Buffer.concat(Array.from({ length: letters }, () => OUTLINE)), head, loca: places };
  const directory = Buffer.alloc(12 + 16 * 3);
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(3, 4);
  let at = directory.byteLength;
  for (const [n, [name, table]] of Object.entries(tables).entries()) {
    const row = 12 + 16 * n;
    directory.write(name, row, 'latin1');
    directory.writeUInt32BE(sums === 'old' ? 7 : sumOf(table), row + 4);
    directory.writeUInt32BE(at, row + 8);
    directory.writeUInt32BE(table.byteLength, row + 12);
    at += table.byteLength;
  }
  return Buffer.concat([directory, ...Object.values(tables)]);
}

function sumOf(table: Buffer): number {
  const filled = Buffer.concat([table], 4 * Math.ceil(table.byteLength / 4));
  let sum = 0;
  for (let at = 0; at < filled.byteLength; at += 4) sum = (sum + filled.readUInt32BE(at)) >>> 0;
  return sum;
}
