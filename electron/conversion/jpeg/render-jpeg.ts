/* oxlint-disable no-underscore-dangle -- The compiler puts it before the name of each function of C. */
import { loadPdfium } from '../load-pdfium.ts';
import type { ConvertDeps } from '../picture.ts';
import type { JpegHeader } from './jpeg-header.ts';

export type RenderJpeg = Pick<ConvertDeps, 'codec'> & {
  readonly header: JpegHeader;
  /** Of the picture that is made, in dots. */
  readonly size: { readonly width: number; readonly height: number };
};

/** Red, green, blue and an opaque 255, in this order instead of its own. */
const [BGRA, REVERSE_BYTE_ORDER, WHITE] = [4, 0x10, 0xff_ff_ff_ff];

/**
 * Decodes a JPEG to the given size, with four bytes for each dot. pdfium does it row by row: a page with 35 megapixels needs 230 MB, which is 360 MB
 * with a decoder that makes the whole picture. It knows pictures as part of a PDF, so a PDF of one page is put around it. Throws for what is damaged.
 */
export async function renderJpeg(bytes: Uint8Array, { header, size, codec }: RenderJpeg): Promise<Uint8Array<ArrayBuffer>> {
  const pdfium = await loadPdfium(codec);
  const [before, after] = aroundJpeg(bytes.byteLength, { header, size });
  const length = before.byteLength + bytes.byteLength + after.byteLength;
  const at = pdfium.wasmExports.malloc(length);
  pdfium.HEAPU8.set(before, at);
  pdfium.HEAPU8.set(bytes, at + before.byteLength);
  pdfium.HEAPU8.set(after, at + before.byteLength + bytes.byteLength);
  const page = pdfium._FPDF_LoadPage(pdfium._FPDF_LoadMemDocument(at, length, 0), 0);
  const bitmap = pdfium._FPDFBitmap_CreateEx(size.width, size.height, BGRA, 0, 0);
  if (page === 0 || bitmap === 0) throw new RangeError('not opened');
  pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, size.width, size.height, WHITE);
  pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, size.width, size.height, 0, REVERSE_BYTE_ORDER);
  const dots = pdfium._FPDFBitmap_GetBuffer(bitmap);
  // Rows of four bytes for each dot need no padding.
  const rgba = new Uint8Array(size.width * size.height * 4);
  rgba.set(pdfium.HEAPU8.subarray(dots, dots + rgba.byteLength));
  return rgba;
}

const SPACES = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' } as const;
/** The picture is the last object. */
const PICTURE = 5;

/** What a PDF of one page has before the bytes of its picture, and after them. */
function aroundJpeg(bytes: number, { header, size }: Omit<RenderJpeg, 'codec'>): readonly [before: Uint8Array, after: Uint8Array] {
  const { width, height } = size;
  const draw = `${width} 0 0 ${height} 0 0 cm /P Do`;
  const inverted = header.components === 4 && header.isAdobe ? '/Decode [1 0 1 0 1 0 1 0]' : '';
  const dots = `/Width ${header.width} /Height ${header.height} /BitsPerComponent 8 /ColorSpace /${SPACES[header.components]} ${inverted}`;
  const objects = [
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    `<</Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources <</XObject <</P ${PICTURE} 0 R>>>> /Contents 4 0 R>>`,
    `<</Length ${draw.length}>>\nstream\n${draw}\nendstream`,
  ];
  let before = '%PDF-1.4\n';
  const places: number[] = [];
  for (const [index, object] of objects.entries()) {
    places.push(before.length);
    before += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  places.push(before.length);
  before += `${PICTURE} 0 obj\n<</Type /XObject /Subtype /Image ${dots} /Filter /DCTDecode /Length ${bytes}>>\nstream\n`;
  const end = '\nendstream\nendobj\n';
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<</Size ${PICTURE + 1} /Root 1 0 R>>\nstartxref\n${before.length + bytes + end.length}\n%%EOF\n`;
  const after = `${end}xref\n0 ${PICTURE + 1}\n0000000000 65535 f \n${table}${trailer}`;
  return [new TextEncoder().encode(before), new TextEncoder().encode(after)];
}
