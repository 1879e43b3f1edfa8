import type { FOREIGN_KINDS, TakenKind } from '#shared/domain/item/file-kinds.ts';
import { latin1, startsWith, viewOf } from './bytes.ts';

export type ContentType = TakenKind | (typeof FOREIGN_KINDS)[number];

/** The format's own rule: readers look for the header in the first 1,024 bytes. */
const PDF_HEADER_WITHIN = 1_024;
/** Enough to distinguish text from binary data, and an office document from a plain archive. */
const LOOKED_AT = 8_192;

type Signature = { readonly type: ContentType; readonly at?: number; readonly bytes: readonly number[] };

const SIGNATURES: readonly Signature[] = [
  { type: 'pdf', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { type: 'jpeg', bytes: [0xff, 0xd8, 0xff] },
  { type: 'png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'tiff', bytes: [0x49, 0x49, 0x2a, 0x00] },
  { type: 'tiff', bytes: [0x4d, 0x4d, 0x00, 0x2a] },
  { type: 'tiff', bytes: [0x49, 0x49, 0x2b, 0x00] },
  { type: 'tiff', bytes: [0x4d, 0x4d, 0x00, 0x2b] },
  { type: 'gif', bytes: [0x47, 0x49, 0x46, 0x38] },
  { type: 'webp', at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
  // The compound file of old Word, Excel and Outlook; the next is RTF.
  { type: 'office', bytes: [0xd0, 0xcf, 0x11, 0xe0] },
  { type: 'office', bytes: [0x7b, 0x5c, 0x72, 0x74, 0x66] },
];

/** ZIP records: the first file, an empty archive, a part of a split archive. */
const ARCHIVE: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0x50, 0x4b, 0x07, 0x08],
];

/** Type of a file by its content; the name is ignored. */
export function contentType(bytes: Uint8Array): ContentType {
  const signature = SIGNATURES.find((one) => startsWith(bytes, one.bytes, one.at));
  if (signature !== undefined) return signature.type;
  if (isBmp(bytes)) return 'bmp';
  const head = latin1(bytes, 0, LOOKED_AT);
  if (ARCHIVE.some((start) => startsWith(bytes, start))) {
    return /\[Content_Types\]\.xml|mimetypeapplication\/vnd\.oasis/.test(head) ? 'office' : 'zip';
  }
  if (/^....ftyp(hei[cfmsx]|hev[cmsx]|mif1|msf1|avi[fs])/s.test(head)) return heifType(bytes);
  // A scanner's own header, a byte order mark or an empty line may come first.
  if (/%PDF-\d/.test(head.slice(0, PDF_HEADER_WITHIN))) return 'pdf';
  return textType(head);
}

/** AVIF is HEIF with another codec; either may call itself `mif1`, and then lists the other names that it goes by. */
function heifType(bytes: Uint8Array): 'heic' | 'avif' {
  const length = Math.min(viewOf(bytes).getUint32(0), bytes.byteLength, LOOKED_AT);
  return /avi[fs]/.test(latin1(bytes, 8, length)) ? 'avif' : 'heic';
}

const DIB_HEADERS: ReadonlySet<number> = new Set([12, 16, 40, 52, 56, 64, 108, 124]);

/** The two letters "BM" are not enough, since a text may begin with them. */
function isBmp(bytes: Uint8Array): boolean {
  if (!startsWith(bytes, [0x42, 0x4d])) return false;
  if (bytes.byteLength < 18) return bytes.includes(0);
  return DIB_HEADERS.has(viewOf(bytes).getUint32(14, true));
}

function textType(head: string): 'xml' | 'text' | 'unknown' {
  // In UTF-16 each Latin letter has a zero byte; the byte order mark shows that the zeros are intended.
  const wide = /^(\xff\xfe|\xfe\xff)/.test(head);
  const text = (wide ? head.slice(2).replaceAll('\0', '') : head.replace(/^\xef\xbb\xbf/, '')).trimStart();
  if (/^<\?xml\b/.test(text) || (/^<[A-Za-z_][\w.-]*(:[\w.-]+)?[\s>/]/.test(text) && !/^<(html|head|body|!doctype)\b/i.test(text)))
    return 'xml';
  return text !== '' && !/(?![\t\n\v\f\r])\p{Cc}/u.test(text.replaceAll(C1_CONTROLS, '')) ? 'text' : 'unknown';
}

/** In single-byte encodings of old programs, these codes are punctuation and the euro. */
const C1_CONTROLS = /[\u0080-\u009f]/g;
