import { inflateSync } from 'node:zlib';
import type { ConvertDeps } from './picture.ts';
import { isEven } from './vips/vips-page.ts';
import type { PdfPage } from './write-pdf.ts';

/** A page of one colour has less than a hundredth of a byte for each dot; nearly all others have more, and are not decoded for this. */
const BYTES_PER_DOT_MAX = 0.01;
/** Of a row of differences: the byte before its dots says how they are counted. */
const FILTER_BYTES = 1;
const BITS = 8;

/** Whether nothing is to be seen on a page that was made. */
export async function isOfOneColour({ width, height, image }: PdfPage, vips: ConvertDeps['vips']): Promise<boolean> {
  if (image.bytes.byteLength > width * height * BYTES_PER_DOT_MAX) return false;
  return image.kind === 'jpeg' ? isEven(image.bytes, vips) : isEvenRows(inflateSync(image.bytes), width);
}

/** The first row is one colour, and each of the others is as the one above. The last byte of a row may have bits that are not used. */
function isEvenRows(rows: Uint8Array, width: number): boolean {
  const rowBytes = FILTER_BYTES + Math.ceil(width / BITS);
  const first = rows.subarray(FILTER_BYTES, Math.max(FILTER_BYTES + 1, rowBytes - 1));
  if (!first.every((byte) => byte === first[0] && (byte === 0 || byte === 0xff))) return false;
  for (let at = rowBytes; at < rows.byteLength; at += 1) if (at % rowBytes !== 0 && rows[at] !== 0) return false;
  return true;
}
