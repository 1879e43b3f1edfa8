import { crc32 } from 'node:zlib';
import { concat } from '#shared/lib/bytes.ts';
import type { Bits, Resolution } from './picture.ts';
import { packedRows } from './write-pdf.ts';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const HEADER_END = SIGNATURE.byteLength + 25;
/** Before its dots, a PNG has a handful; hostile ones have more. */
const PARTS_MAX = 1_024;
const INCHES_PER_METRE = 39.370_1;

/** What the parts before the dots say: libvips does not tell it, or not in both directions. */
export type PngFacts = {
  /** Each dot is black or white, by one bit; a palette may say which. */
  readonly isBits: boolean;
  readonly resolution: Resolution | null;
};

export function pngFacts(bytes: Uint8Array): PngFacts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [isBits, resolution]: [boolean, Resolution | null] = [false, null];
  for (let [at, part] = [SIGNATURE.byteLength, 0]; at + 12 <= bytes.byteLength && part < PARTS_MAX; part += 1) {
    const body = bytes.subarray(at + 8, at + 8 + view.getUint32(at));
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (name === 'IDAT') break;
    if (name === 'IHDR') isBits = body[8] === 1;
    if (name === 'PLTE') isBits &&= body.byteLength === 6 && isBlackAndWhite(body);
    if (name === 'tRNS') isBits = false;
    if (name === 'pHYs' && body[8] === 1)
      resolution = { x: view.getUint32(at + 8) / INCHES_PER_METRE, y: view.getUint32(at + 12) / INCHES_PER_METRE };
    at += 12 + body.byteLength;
  }
  return { isBits, resolution };
}

function isBlackAndWhite(palette: Uint8Array): boolean {
  return [palette.subarray(0, 3), palette.subarray(3, 6)].every((colour) =>
    colour.every((value) => value === colour[0] && (value === 0 || value === 255)),
  );
}

/** A PNG with one bit for each dot, which libvips does not write without a palette. */
export async function pngOfBits(of: Bits): Promise<Uint8Array> {
  const body = new DataView(new ArrayBuffer(13));
  body.setUint32(0, of.width);
  body.setUint32(4, of.height);
  body.setUint8(8, 1);
  const header = chunk('IHDR', new Uint8Array(body.buffer));
  return concat([SIGNATURE, header, density(of.resolution), chunk('IDAT', await packedRows(of)), chunk('IEND', new Uint8Array(0))]);
}

/** Says in a PNG that has only its header and its dots how large it is on paper. */
export function withDensity(png: Uint8Array, resolution: Resolution | null): Uint8Array {
  return concat([png.subarray(0, HEADER_END), density(resolution), png.subarray(HEADER_END)]);
}

/** Dots for each metre, if they are known. */
function density(resolution: Resolution | null): Uint8Array {
  if (resolution === null) return new Uint8Array(0);
  const body = new DataView(new ArrayBuffer(9));
  body.setUint32(0, Math.round(resolution.x * INCHES_PER_METRE));
  body.setUint32(4, Math.round(resolution.y * INCHES_PER_METRE));
  body.setUint8(8, 1);
  return chunk('pHYs', new Uint8Array(body.buffer));
}

function chunk(type: string, body: Uint8Array): Uint8Array {
  const made = new Uint8Array(body.byteLength + 12);
  const view = new DataView(made.buffer);
  view.setUint32(0, body.byteLength);
  for (let at = 0; at < 4; at += 1) made[4 + at] = type.charCodeAt(at);
  made.set(body, 8);
  view.setUint32(8 + body.byteLength, crc32(made.subarray(4, 8 + body.byteLength)));
  return made;
}
