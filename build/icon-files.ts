/** One size of an icon, as a PNG. */
export type IconSize = { readonly pixels: number; readonly png: Uint8Array };

/** A Windows .ico that holds PNGs, which Windows reads since Vista; sizes up to 256. */
export function icoFile(sizes: readonly IconSize[]): Buffer {
  const head = Buffer.alloc(6);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(sizes.length, 4);
  let offset = head.length + 16 * sizes.length;
  const entries = sizes.map(({ pixels, png }) => {
    const entry = Buffer.alloc(16);
    // 256 is written as 0: the field has one byte.
    entry.writeUInt8(pixels % 256, 0);
    entry.writeUInt8(pixels % 256, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
    return entry;
  });
  return Buffer.concat([head, ...entries, ...sizes.map(({ png }) => png)]);
}

/** Apple's names for the sizes that an .icns may hold as PNG; the doubled ones are for fine screens. */
const ICNS_TYPES: ReadonlyMap<number, readonly string[]> = new Map([
  [32, ['ic11']],
  [64, ['ic12']],
  [128, ['ic07']],
  [256, ['ic08', 'ic13']],
  [512, ['ic09', 'ic14']],
  [1024, ['ic10']],
]);

/** A macOS .icns of PNGs; sizes that Apple has no name for are left out. */
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
