import type { MediaType } from '#shared/contract/media-types.ts';

/** PDF readers search the first kilobyte for the mark, because scanners put a mail header or a byte-order mark before it. */
const PDF_MARK_WITHIN = 1_024;

/** The format by content, among the four that an import accepts (§ Invoice form); null for any other. */
export function mediaTypeOf(bytes: Uint8Array): MediaType | null {
  if (starts(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (starts(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (starts(bytes, [0x42, 0x4d]) && bytes.byteLength >= BMP_HEADER_BYTES) return 'image/bmp';
  const head = Buffer.from(bytes.subarray(0, PDF_MARK_WITHIN)).toString('latin1');
  return head.includes('%PDF-') ? 'application/pdf' : null;
}

/** Many files begin with these two letters; a bitmap has at least its file header and the size of the next header. */
const BMP_HEADER_BYTES = 18;

function starts(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, at) => bytes[at] === byte);
}
