import { fail, ok } from '#shared/lib/result.ts';
import { decodedDots } from './decoded-dots.ts';
import { readExif } from './exif.ts';
import { oriented } from './orient.ts';
import { onePage } from './one-page.ts';
import { type ConvertDeps, type OpenedFile, PIXELS_MAX, USUAL_QUALITY } from './picture.ts';

type Header = { readonly width: number; readonly height: number; readonly orientation: number };

/** Set in the extended header of an animation. */
const ANIMATED = 0b10;
/** A picture has a handful; each has eight bytes at least. */
const PARTS_MAX = 64;

export function openWebp(bytes: Uint8Array, { codec }: Pick<ConvertDeps, 'codec'>): OpenedFile {
  const header = readHeader(bytes);
  if (header === null || header.width === 0 || header.height === 0) return fail('not-understood');
  if (header.width * header.height > PIXELS_MAX) return fail('too-many-pixels');
  return ok(
    onePage({ tool: 'webp', quality: USUAL_QUALITY }, async () =>
      oriented(await decodedDots(bytes, { by: 'webp', codec, isGrey: false }), header.orientation),
    ),
  );
}

/** Size and orientation from the parts of the file; null for an animation and for what is no WebP. */
function readHeader(bytes: Uint8Array): Header | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const name = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (name(0) !== 'RIFF' || name(8) !== 'WEBP') return null;
  let size: Pick<Header, 'width' | 'height'> | null = null;
  let orientation = 1;
  for (let [at, part] = [12, 0]; at + 8 <= bytes.byteLength && part < PARTS_MAX; part += 1) {
    const length = view.getUint32(at + 4, true);
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (body.byteLength < length) return null;
    switch (name(at)) {
      case 'VP8X':
        if (length < 10 || ((body[0] ?? 0) & ANIMATED) !== 0) return null;
        size = { width: 1 + three(body, 4), height: 1 + three(body, 7) };
        break;
      case 'VP8 ':
        if (length < 10) return null;
        size ??= { width: view.getUint16(at + 14, true) & 0x3f_ff, height: view.getUint16(at + 16, true) & 0x3f_ff };
        break;
      case 'VP8L':
        if (length < 5) return null;
        size ??= { width: 1 + (view.getUint32(at + 9, true) & 0x3f_ff), height: 1 + ((view.getUint32(at + 9, true) >>> 14) & 0x3f_ff) };
        break;
      case 'EXIF':
        orientation = readExif(body).orientation;
        break;
      default:
    }
    at += 8 + length + (length % 2);
  }
  return size === null ? null : { ...size, orientation };
}

function three(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);
}
