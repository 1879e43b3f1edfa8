import { loadPdfium, type Pdfium } from '../pdf/pdfium.ts';
import type { ConvertDeps } from '../picture.ts';
import type { JpegHeader } from './jpeg-header.ts';

export type RenderJpeg = {
  readonly pdfium: Pdfium;
  readonly header: JpegHeader;
  /** Of the picture that is made, in dots. */
  readonly size: { readonly width: number; readonly height: number };
};

/** A progressive page of A4 at 600 dpi, whose colours have as many dots as its brightness, needs 350 MB. */
const MEMORY_BYTES_MAX = 400 * 1_048_576;

/** Has as much memory as any picture may need. */
export function loadForJpegs(codec: ConvertDeps['codec']): Promise<Pdfium> {
  return loadPdfium({ codec, memoryBytesMax: MEMORY_BYTES_MAX });
}

/** Hardly any picture has a whole row of this green: as `paper`, and as bytes, which are the same in either order. */
const [PAPER, PAPER_BYTES] = [0xff_02_fe_02, [0x02, 0xfe, 0x02]];

/**
 * Decodes a JPEG to the given size, with four bytes for each dot. pdfium does it row by row: a page with 35 megapixels needs 230 MB, which is 360 MB
 * with a decoder that makes the whole picture. It knows pictures as part of a PDF, so a PDF of one page is put around it. Throws for what is damaged.
 */
export async function renderJpeg(bytes: Uint8Array, { header, size, pdfium }: RenderJpeg): Promise<Uint8Array<ArrayBuffer>> {
  const [before, after] = aroundJpeg(bytes.byteLength, { header, size });
  const opened = pdfium.open([before, bytes, after]);
  if (typeof opened === 'string') throw new RangeError('not opened');
  const dots = await opened.draw(0, { ...size, paper: PAPER }, async ({ rgba }) => {
    // It leaves out what it cannot decode.
    if (isPaper(rgba.subarray(-4 * size.width))) throw new RangeError('not decoded');
    return rgba.slice();
  });
  opened.close();
  return dots;
}

function isPaper(row: Uint8Array): boolean {
  for (let at = 0; at < row.length; at += 4) if (PAPER_BYTES.some((byte, colour) => row[at + colour] !== byte)) return false;
  return true;
}

const SPACES = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' } as const;
/** The picture is the last object. */
const PICTURE = 5;

/** What a PDF of one page has before the bytes of its picture, and after them. */
function aroundJpeg(bytes: number, { header, size }: Omit<RenderJpeg, 'pdfium'>): readonly [before: Uint8Array, after: Uint8Array] {
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
