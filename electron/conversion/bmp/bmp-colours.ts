import { type BmpHeader, bmpPalette } from '#shared/lib/pictures/bmp-header.ts';

/** `read`: turns a row of the file into samples, one for each dot (grey) or three. `isBits`: each dot is black or white. */
export type BmpTones = {
  readonly channels: 1 | 3;
  readonly isBits: boolean;
  readonly read: (row: Uint8Array, into: Uint8Array) => void;
};

const MASKS_AT = 54;
const MASKED: ReadonlySet<number> = new Set([3, 6]);
/** Red, green and blue in 16 and 32 bits, if the file does not say. */
const USUAL_MASKS: Readonly<Record<number, readonly number[]>> = { 16: [0x7c_00, 0x3_e0, 0x1f], 32: [0xff_00_00, 0xff_00, 0xff] };

/** How the dots of a file are read; null for what is not supported. Its alpha is ignored, as most programs do. */
export function bmpTones(bytes: Uint8Array, header: BmpHeader): BmpTones | null {
  switch (header.bits) {
    case 1:
    case 4:
    case 8:
      return paletteTones(bytes, header);
    case 24:
      return { channels: 3, isBits: false, read: (row, into) => readBytes(row, into, header.width) };
    case 16:
    case 32:
      return maskTones(bytes, header);
    default:
      return null;
  }
}

function readBytes(row: Uint8Array, into: Uint8Array, width: number): void {
  for (let at = 0; at < width * 3; at += 3) {
    into[at] = row[at + 2] as number;
    into[at + 1] = row[at + 1] as number;
    into[at + 2] = row[at] as number;
  }
}

function paletteTones(bytes: Uint8Array, header: BmpHeader): BmpTones {
  const { bits, width } = header;
  const palette = bmpPalette(bytes, header);
  const mask = (1 << bits) - 1;
  const index = (row: Uint8Array, x: number): number => ((row[(x * bits) >> 3] as number) >> (8 - bits - ((x * bits) & 7))) & mask;
  let isGrey = true;
  for (let at = 0; at < palette.length; at += 3) isGrey &&= palette[at] === palette[at + 1] && palette[at] === palette[at + 2];
  const isBits = isGrey && bits === 1 && [palette[0], palette[3]].every((value) => value === 0 || value === 255);
  const grey = (row: Uint8Array, into: Uint8Array): void => {
    for (let x = 0; x < width; x += 1) into[x] = palette[index(row, x) * 3] ?? 0;
  };
  if (isGrey) return { channels: 1, isBits, read: grey };
  const read = (row: Uint8Array, into: Uint8Array): void => {
    for (let x = 0; x < width; x += 1) {
      // Blue comes first.
      for (let colour = 0; colour < 3; colour += 1) into[x * 3 + colour] = palette[index(row, x) * 3 + 2 - colour] ?? 0;
    }
  };
  return { channels: 3, isBits: false, read };
}

function maskTones(bytes: Uint8Array, { bits, width, compression }: BmpHeader): BmpTones | null {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const masks = MASKED.has(compression) ? [0, 4, 8].map((at) => file.getUint32(MASKS_AT + at, true)) : USUAL_MASKS[bits];
  if (masks === undefined || masks.includes(0)) return null;
  const shifts = masks.map((mask) => 31 - Math.clz32(mask & -mask));
  const mosts = masks.map((mask, at) => mask >>> (shifts[at] ?? 0));
  const read = (row: Uint8Array, into: Uint8Array): void => {
    const view = new DataView(row.buffer, row.byteOffset, row.byteLength);
    for (let x = 0; x < width; x += 1) {
      const value = bits === 16 ? view.getUint16(2 * x, true) : view.getUint32(4 * x, true);
      for (let colour = 0; colour < 3; colour += 1) {
        const level = (value & (masks[colour] as number)) >>> (shifts[colour] as number);
        into[x * 3 + colour] = Math.round((level * 255) / (mosts[colour] as number));
      }
    }
  };
  return { channels: 3, isBits: false, read };
}
