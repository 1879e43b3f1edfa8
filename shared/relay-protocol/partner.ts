import { base64 } from '@scure/base';
import { z } from 'zod';
import { fail, ok, type Result } from '../lib/result.ts';
import { invitationLabelSchema } from './invitations.ts';

/** Bytes of a logo: more than a picture of this size needs, and little enough for each answer that carries it. */
export const LOGO_BYTES_MAX = 65_536;
/** Pixels of each side of a logo. */
export const LOGO_SIDE_MAX = 1_024;
const LOGO_SIDE_MIN = 16;
const LOGO_TYPES = ['image/png', 'image/jpeg'] as const;
export type LogoType = (typeof LOGO_TYPES)[number];

/** What the relay tells a device of whoever runs it: its own words, as everything that it says of itself. Null: the operator did not say. */
export const partnerSchema = z.object({
  name: invitationLabelSchema.nullable(),
  logo: z.object({ mediaType: z.enum(LOGO_TYPES), base64: z.base64().max(Math.ceil(LOGO_BYTES_MAX / 3) * 4) }).nullable(),
});
export type Partner = Readonly<z.infer<typeof partnerSchema>>;

/** An answer with the largest logo, and room for the name. */
export const PARTNER_ANSWER_BYTES_MAX = 2 * LOGO_BYTES_MAX;

/** What a user is shown of it. */
export type ShownPartner = { readonly name: string; readonly logo: Partner['logo'] };

/** Null if the operator gave no name; without the logo if that is none (`logoType`), since the relay is not trusted. */
export function shownPartner({ name, logo }: Partner): ShownPartner | null {
  if (name === null) return null;
  const bytes = logo === null ? null : decoded(logo.base64);
  const type = bytes === null ? null : logoType(bytes);
  return { name, logo: type?.ok === true && type.value === logo?.mediaType ? logo : null };
}

/** Null for a spelling that is not the canonical one. */
function decoded(text: string): Uint8Array | null {
  try {
    return base64.decode(text);
  } catch {
    return null;
  }
}

/**
 * The type of a logo, if it is one picture in a form that every browser shows: a PNG or JPEG of 16 to 1,024 pixels a side, whole, with nothing behind its
 * end, not animated, and without parts that say more than the picture does (text, place and camera). The failure follows the file's name. SVG is
 * none: it can carry scripts and addresses.
 */
export function logoType(bytes: Uint8Array): Result<LogoType, string> {
  if (bytes.byteLength > LOGO_BYTES_MAX) return fail(`has more than ${LOGO_BYTES_MAX} bytes`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = PNG_BEGIN.every((byte, at) => bytes[at] === byte)
    ? ofPng(view)
    : bytes[0] === 0xff && bytes[1] === SOI
      ? ofJpeg(view)
      : null;
  if (found === null) return fail('is neither a PNG nor a JPEG');
  if (!found.ok) return found;
  const { type, width, height } = found.value;
  const isFit = [width, height].every((side) => side >= LOGO_SIDE_MIN && side <= LOGO_SIDE_MAX);
  return isFit ? ok(type) : fail(`has ${width} × ${height} pixels; ${LOGO_SIDE_MIN} to ${LOGO_SIDE_MAX} are right for each side`);
}

type Looked = Result<{ readonly type: LogoType; readonly width: number; readonly height: number }, string>;

const BROKEN = 'is not a whole picture';
const MORE = 'has something behind its end';
const PNG_BEGIN = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Length, name and checksum of a chunk, without its content. */
const CHUNK_BYTES = 12;
const IHDR_BYTES = 13;
/** Chunks that say how the picture looks. Others carry text or animation, or are unknown. */
const SHOWN = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'bKGD', 'pHYs']);

function ofPng(view: DataView): Looked {
  let hasPixels = false;
  for (let at = PNG_BEGIN.length; at + CHUNK_BYTES <= view.byteLength; ) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...[4, 5, 6, 7].map((offset) => view.getUint8(at + offset)));
    const next = at + CHUNK_BYTES + length;
    const isFirst = at === PNG_BEGIN.length;
    if (next > view.byteLength || isFirst !== (name === 'IHDR') || (isFirst && length !== IHDR_BYTES)) return fail(BROKEN);
    if (!SHOWN.has(name))
      return fail(
        `has a part (${/^[A-Za-z]{4}$/.test(name) ? name : '?'}) that is none of the picture: save it without metadata and animation`,
      );
    if (name === 'IDAT') hasPixels = true;
    if (name === 'IEND') {
      if (next !== view.byteLength) return fail(MORE);
      const [width, height] = [view.getUint32(16), view.getUint32(20)];
      return hasPixels ? ok({ type: 'image/png', width, height }) : fail(BROKEN);
    }
    at = next;
  }
  return fail(BROKEN);
}

const [SOI, EOI, SOS] = [0xd8, 0xd9, 0xda];
/** Baseline and progressive. */
const FRAMES = [0xc0, 0xc1, 0xc2];
/** Tables, JFIF, colour profile, and Adobe's word on the colours. Others are comments, EXIF and the like. */
const SEGMENTS = new Set([...FRAMES, SOS, 0xc4, 0xdb, 0xdd, 0xe0, 0xe2, 0xee]);

function ofJpeg(view: DataView): Looked {
  let size: { readonly width: number; readonly height: number } | null = null;
  for (let at = 2; at + 2 <= view.byteLength; ) {
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff) return fail(BROKEN);
    if (marker === EOI) {
      if (at + 2 !== view.byteLength) return fail(MORE);
      return size === null ? fail(BROKEN) : ok({ type: 'image/jpeg', ...size });
    }
    if (!SEGMENTS.has(marker)) return fail(`has a part (${marker.toString(16)}) that is none of the picture: save it without metadata`);
    if (at + 4 > view.byteLength) return fail(BROKEN);
    const next = at + 2 + view.getUint16(at + 2);
    if (next > view.byteLength) return fail(BROKEN);
    if (FRAMES.includes(marker)) {
      if (size !== null || next - at < 9) return fail(BROKEN);
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    }
    if (marker === SOS && size === null) return fail(BROKEN);
    at = marker === SOS ? endOfScan(view, next) : next;
  }
  return fail(BROKEN);
}

/** Where the next marker is: within a scan, 0xff is followed by 0 or by the number of a restart. */
function endOfScan(view: DataView, from: number): number {
  for (let at = from; at + 1 < view.byteLength; at += 1) {
    const next = view.getUint8(at + 1);
    if (view.getUint8(at) === 0xff && next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
  return view.byteLength;
}
