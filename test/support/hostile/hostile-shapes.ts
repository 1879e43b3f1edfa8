import { deflateSync } from 'node:zlib';
import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import { aJpeg, columnBmp, evenJpeg, pdfOf, pdfShapes, rawPng, scannedJpeg, stream } from './hostile-pdfs.ts';

/** What remains of the largest allowed file after the PDF around it. */
const FULL = FILE_BYTES_MAX - 60_000;
const PAGES = 100;

/**
 * Files of about this many bytes, each made as expensive as possible for one part of inspection: by repetition, depth, length, or because a
 * small part unpacks to a large one. Each is valid in its outer form, so that inspection does not reject it at once.
 */
export function hostileShapes(bytes: number = FULL): Readonly<Record<string, () => Buffer>> {
  return { ...locks(bytes), ...trees(bytes), ...pdfShapes(bytes), ...contents(bytes), ...picturesOfPages(bytes), ...pictures(bytes) };
}

type Shapes = Readonly<Record<string, () => Buffer>>;

function locks(bytes: number): Shapes {
  const many = filling(bytes);
  return {
    'comments in a lock': () => lockedPdf(`<< /Filter /Standard ${many('%\n')} /V 1 >>`),
    'one long comment in a lock': () => lockedPdf(`<< /Filter /Standard %${many('x')}\n /V 1 >>`),
    'spaces in a lock': () => lockedPdf(`<< /Filter /Standard ${many(' ')} /V 1 >>`),
    'dictionaries in dictionaries': () => lockedPdf(many('<</A')),
    'lists in lists': () => lockedPdf(`<< /A ${many('[')}`),
    'brackets in a text': () => lockedPdf(`<< /O ${many('(')} >>`),
    'escapes in a text': () => lockedPdf(`<< /O (${many(String.raw`\1`)}) >>`),
    'a text in hexadecimal': () => lockedPdf(`<< /O <${many('4 ')}> >>`),
    'numbers without an end': () => lockedPdf(`<< /A [${many('1 0 ')}] >>`),
    'one endless number': () => lockedPdf(`<< /A ${many('1')} >>`),
  };
}

function trees(bytes: number): Shapes {
  const many = filling(bytes);
  return {
    'objects without a number': () => aPage(many(' obj')),
    'objects of one number': () => aPage(many('1 0 obj\n')),
    'counts of pages': () => aPage(many('/Count ')),
    'a tree of nothing behind counts of pages': () =>
      pdfOf([CATALOGUE, '<< /Type /Pages /Kids [] /Count 1 >>', `(${'/Count 1 '.repeat(10_001)}/Count 0)`]),
    'a tree of nothing with names far apart': () => aPage(`/Count 0 /Type${many(' ', bytes / 2)}/Kids${many(' ', bytes / 2)}[`),
    'kids that are none': () => aPage(`/Count 0 ${many('/Kids[')}`),
    'a header that promises': () => aPage('', `<< ${'/Linearized /L '.repeat(120)} >>`),
    'ends of a file': () => Buffer.concat([aPage(''), Buffer.from(many('%%EOF 1'), 'latin1')]),
    'pages that say much of themselves': () => pages(['q Q'], { more: `/A [${'1 '.repeat(11_000)}]` }),
  };
}

function contents(bytes: number): Shapes {
  return {
    'digits without an end on a page': () => pages(Array.from({ length: 7 }, () => `${'1'.repeat(16_000)}x`)),
    'many words on every page': () => pages(Array.from({ length: 8 }, () => 'q Q '.repeat(4_000))),
    'packed words on every page': () => pages([deflateSync('q Q '.repeat(4_000)).toString('latin1')], { look: '/Filter /FlateDecode' }),
    'packed words that say nothing, on every page': () => pages([emptyBlocks(15_000)], { look: '/Filter /FlateDecode' }),
    'packed words that say nothing': () => pages([emptyBlocks(bytes)], { look: '/Filter /FlateDecode' }),
  };
}

function picturesOfPages(bytes: number): Shapes {
  const [wide, long] = bytes < FULL ? [60, 40] : [6_000, 4_000];
  return {
    'a grey picture on each page': () => picturePages([grey(wide, long, 0xf0)], greyOf(wide, long)),
    'other grey pictures from page to page': () =>
      picturePages(
        some(8, (n) => grey(wide, long, n)),
        greyOf(wide, long),
      ),
    'narrow pictures on each page': () =>
      picturePages(
        some(PAGES, (n) => grey(8, long * 5, n)),
        greyOf(8, long * 5),
      ),
    'a photograph on each page': () => picturePages([evenJpeg(bytes).toString('latin1')], '/Filter /DCTDecode /Width 9 /Height 9'),
    'photographs one in the other': () => picturePages([nestedJpegs(bytes)], ''),
  };
}

function pictures(bytes: number): Shapes {
  const size = Math.ceil(62_000_000 / (bytes < FULL ? 1_000 : 1));
  return {
    'a photograph of one byte': () => evenJpeg(bytes, 0x11),
    'a photograph of many scans': () => scannedJpeg(bytes),
    'a photograph of marks': () => aJpeg(Buffer.alloc(bytes, Buffer.from([0xff, 0]))),
    'a photograph of notes and zeros': () => aJpeg(notesAndZeros(bytes)),
    'a photograph of bytes that only fill': () => aJpeg(Buffer.alloc(bytes, 0xff)),
    'a PNG of one column': () => rawPng({ width: 1, height: size / 2, rows: packed(size) }),
    'a PNG of one row': () => rawPng({ width: size - 1, height: 1, rows: packed(size) }),
    'a PNG that is packed without an end': () => rawPng({ width: size / 100 - 1, height: 100, rows: packed(size * 2) }),
    'a PNG of filters that nobody knows': () => rawPng({ width: size / 256, height: 256, rows: deflateSync(filtered(size / 256)) }),
    'a PNG of empty parts': () => rawPng({ width: 1, height: 1, rows: packed(2), emptyParts: bytes / 12 }),
    'a BMP of one column': () => columnBmp(bytes),
    zeros: () => Buffer.alloc(bytes),
    'an XML of one long name': () => Buffer.from(`<${'a'.repeat(bytes)}`, 'latin1'),
  };
}

/** One half are comments without content, the other zeros with a byte between every two blocks of them. */
function notesAndZeros(bytes: number): Buffer {
  const half = Math.floor(bytes / 2);
  return Buffer.concat([
    Buffer.alloc(half, Buffer.from('fffe0002', 'hex')),
    Buffer.alloc(half, Buffer.concat([Buffer.alloc(1_023), Buffer.of(1)])),
  ]);
}

/** Repeats a part as often as it fits into this many bytes. */
function filling(bytes: number): (part: string, of?: number) => string {
  return (part, of = bytes) => part.repeat(Math.floor(of / part.length));
}

/** Fast compression is enough: the content is uniform, so it stays small. */
function packed(length: number, value = 0): Buffer {
  return deflateSync(Buffer.alloc(length, value), { level: 1 });
}

function grey(width: number, height: number, value: number): string {
  return packed(width * height, value).toString('latin1');
}

function greyOf(width: number, height: number): string {
  return `/Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`;
}

function some<Made>(count: number, make: (n: number) => Made): readonly Made[] {
  return Array.from({ length: count }, (_, n) => make(n));
}

const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>';

/** Its last object is its encryption dictionary. */
function lockedPdf(lock: string): Buffer {
  const page = '<< /Type /Page /Parent 2 0 R >>';
  return pdfOf([CATALOGUE, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', page, lock], { trailer: '/Encrypt 4 0 R' });
}

/** A page that draws nothing, and an object without meaning. */
function aPage(after: string, first = CATALOGUE): Buffer {
  const page = '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>';
  return pdfOf([first, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', page, stream('', 'q Q'), `(${after})`]);
}

/** A hundred pages, each with all of these contents (at most eight). */
function pages(words: readonly string[], { look = '', more = '' } = {}): Buffer {
  const all = words.map((_, at) => `${3 + PAGES + at} 0 R`).join(' ');
  const page = `<< /Type /Page /Parent 2 0 R /Contents [${all}] ${more} >>`;
  return pdfOf([CATALOGUE, tree(), ...Array.from({ length: PAGES }, () => page), ...words.map((part) => stream(look, part))]);
}

/** A hundred pages that draw the pictures in turn. Without `look` the pictures are complete objects, a hundred of them. */
function picturePages(of: readonly string[], look: string): Buffer {
  const first = 4 + PAGES;
  const count = look === '' ? PAGES : of.length;
  const page = (n: number): string =>
    `<< /Type /Page /Parent 2 0 R /Contents ${first - 1} 0 R /Resources << /XObject << /I ${first + (n % count)} 0 R >> >> >>`;
  return pdfOf([
    CATALOGUE,
    tree(),
    ...Array.from({ length: PAGES }, (_, n) => page(n)),
    stream('', 'q 9 0 0 9 0 0 cm /I Do Q'),
    ...of.map((picture) => (look === '' ? picture : stream(`/Type /XObject /Subtype /Image ${look}`, picture))),
  ]);
}

function tree(): string {
  return `<< /Type /Pages /Count ${PAGES} /Kids [${Array.from({ length: PAGES }, (_, n) => `${3 + n} 0 R`).join(' ')}] >>`;
}

/** A picture of one colour with a hundred beginnings, each in a comment of the previous one, and each an object of its own. All end together. */
function nestedJpegs(bytes: number): string {
  let content = evenJpeg(bytes).toString('latin1');
  for (let n = PAGES - 1; n > 0; n -= 1) {
    const begin = `\n${4 + PAGES + n} 0 obj\n${headOf(content)}`;
    // The comment includes the marker with which the next picture begins.
    content = `\xff\xd8\xff\xfe\0${String.fromCharCode(begin.length + 4)}${begin}${content}`;
  }
  return `${headOf(content)}${content}\nendstream`;
}

function headOf(content: string): string {
  return `<< /Type /XObject /Subtype /Image /Filter /DCTDecode /Width 9 /Height 9 /Length ${content.length} >>\nstream\n`;
}

/** Packed as a long series of empty blocks. */
function emptyBlocks(length: number): string {
  return `\x78\x01${'\0\0\0\xff\xff'.repeat(Math.floor(length / 5))}\x01\0\0\xff\xff\0\0\0\x01`;
}

/** 256 rows of zeros, each with another filter number; the format knows five. */
function filtered(width: number): Buffer {
  const rowBytes = Math.floor(width) + 1;
  const rows = Buffer.alloc(rowBytes * 256);
  for (let row = 0; row < 256; row += 1) rows[row * rowBytes] = row;
  return rows;
}
