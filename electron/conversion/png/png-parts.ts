import { crc32 } from 'node:zlib';
import { type PngHeader, pngHeader } from '#shared/lib/pictures/png-header.ts';
import type { Resolution } from '../picture.ts';
import { plausible } from '#shared/tiff/plausible-resolution.ts';

export type PngParts = {
  readonly header: PngHeader;
  /** Three bytes for each colour. */
  readonly palette: Uint8Array | null;
  /** How opaque each colour of the palette is; else the one colour that is transparent, with two bytes for each channel. */
  readonly transparency: Uint8Array | null;
  readonly resolution: Resolution | null;
  /** All of them together are compressed as one. */
  readonly data: readonly Uint8Array[];
};

const SIGNATURE: readonly number[] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** With the whole first chunk. */
const HEADER_BYTES = 33;
const NEEDED: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT']);
/** Bits of a channel by the type of colour: grey, colours, palette, and the two with alpha. */
const DEPTHS: Readonly<Record<number, readonly number[]>> = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] };
const METRE_INCHES = 39.370_1;

/** Everything that the picture needs, with its checksums compared; null if something is missing or damaged. */
export function pngParts(bytes: Uint8Array): PngParts | null {
  if (bytes.byteLength < HEADER_BYTES || SIGNATURE.some((byte, at) => bytes[at] !== byte)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = pngHeader(bytes);
  const isUsual = header !== null && DEPTHS[header.colour]?.includes(header.depth) === true && header.width > 0 && header.height > 0;
  if (!isUsual) return null;
  const found = new Map<string, Uint8Array>();
  const data: Uint8Array[] = [];
  // Each chunk has twelve bytes at least, so that this ends.
  for (let at = SIGNATURE.length; at + 12 <= bytes.byteLength; ) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const end = at + 8 + length;
    if (end + 4 > bytes.byteLength || type === 'IEND') break;
    const body = bytes.subarray(at + 8, end);
    if (NEEDED.has(type) && crc32(bytes.subarray(at + 4, end)) !== view.getUint32(end)) return null;
    if (type === 'IDAT') data.push(body);
    else found.set(type, body);
    at = end + 4;
  }
  const palette = found.get('PLTE') ?? null;
  if (!found.has('IHDR') || data.length === 0 || (header.colour === 3 && palette === null)) return null;
  return { header, palette, transparency: found.get('tRNS') ?? null, resolution: resolutionOf(found.get('pHYs'), header), data };
}

/** In dots for each metre. */
function resolutionOf(body: Uint8Array | undefined, header: PngHeader): Resolution | null {
  if (body?.byteLength !== 9 || body[8] !== 1) return null;
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const of = { x: view.getUint32(0) / METRE_INCHES, y: view.getUint32(4) / METRE_INCHES };
  return of.x > 0 && of.y > 0 ? plausible(of, header) : null;
}
