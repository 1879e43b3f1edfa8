import { describe, expect, it } from 'vitest';
import { bmpFingerprint, jpegFingerprint } from '#electron/intake/inspect/fingerprints/pictures.ts';
import { pagePdf, pagesIn, pagesPdf } from '#test/support/same-pages/page-pdf.ts';
import { stream } from '#test/support/hostile/hostile-pdfs.ts';

type Made = Parameters<typeof pagePdf>[0];

/** Of a page that is known. */
function known(page: Made): string {
  const [only] = pagesIn(pagePdf(page));
  if (only == null) throw new Error('the page is not known');
  return only;
}

const TYPE3 = '/Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /FirstChar 80 /LastChar 80 /Widths [9]';
const COURIER = '/Type /Font /Subtype /Type1 /BaseFont /Courier';
const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 9 9]';
const DOT = '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray';
const TEXT: Made = { content: 'BT /F 9 Tf (P) Tj ET', resources: '/Font << /F 5 0 R >>' };

function inType3(letter: string, more: readonly string[] = [], resources = ''): Made {
  const font = `<< ${TYPE3} /Encoding << /Differences [80 /P] >> /CharProcs << /P 6 0 R >> ${resources} >>`;
  return { ...TEXT, more: [font, stream('', letter), ...more] };
}

function inFont(differences: string): Made {
  return { ...TEXT, more: [`<< ${COURIER} /Encoding << /Type /Encoding /Differences [80 ${differences}] >> >>`] };
}

function ofForm(name: string): Made {
  return { content: '/X Do', resources: `/XObject << /X 5 0 R >> /Font << /F ${name} >>`, more: [stream(FORM, 'BT /F 9 Tf (a) Tj ET')] };
}

function withPalette(colours: string): Made {
  const dots = '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 1';
  return {
    content: '/I Do',
    resources: '/XObject << /I 5 0 R >>',
    more: [stream(`${dots} /ColorSpace [/Indexed /DeviceRGB 1 ${colours}]`, 'a')],
  };
}

const DIFFERENT: Readonly<Record<string, readonly [Made, Made]>> = {
  'pictures with another palette': [withPalette('<000000ff8000>'), withPalette('<000000ffffff>')],
  'codes that are alike, of letters that are drawn otherwise': [inType3('9 0 d0 0 0 5 9 re f'), inType3('9 0 d0 0 0 9 5 re f')],
  'codes that are alike, of letters with other names': [inFont('/one'), inFont('/two')],
  'pictures that letters draw by names of their own': [
    inType3('9 0 d0 /I Do', [stream(DOT, 'a')], '/Resources << /XObject << /I 7 0 R >> >>'),
    inType3('9 0 d0 /I Do', [stream(DOT, 'b')], '/Resources << /XObject << /I 7 0 R >> >>'),
  ],
  'codes of letters that are those of a tab and of a line end': [
    { ...TEXT, content: 'BT /F 9 Tf (\0\t) Tj ET', more: [`<< ${COURIER} >>`] },
    { ...TEXT, content: 'BT /F 9 Tf (\0\n) Tj ET', more: [`<< ${COURIER} >>`] },
  ],
  'points of a picture that are spaces': [
    { content: 'BI /W 3 /H 1 /BPC 8 /CS /G ID \t \t EI' },
    { content: 'BI /W 3 /H 1 /BPC 8 /CS /G ID  \t  EI' },
  ],
  'a string with a bracket and a line behind it': [
    { ...TEXT, content: 'BT /F 9 Tf (a\\)\t\t(b) ) Tj ET', more: [`<< ${COURIER} >>`] },
    { ...TEXT, content: 'BT /F 9 Tf (a\\)\t(b) ) Tj ET', more: [`<< ${COURIER} >>`] },
  ],
  'names that are escaped': [
    { content: '/#58 Do', resources: '/XObject << /X 5 0 R >>', more: [stream(FORM, '0 0 5 9 re f')] },
    { content: '/#58 Do', resources: '/XObject << /X 5 0 R >>', more: [stream(FORM, '0 0 9 5 re f')] },
  ],
  'forms that draw by the names of their page': [ofForm(`<< ${COURIER} >>`), ofForm('<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>')],
  'halves of one drawing': [
    { content: '0 0 300 200 re f', page: '/CropBox [0 0 150 200]' },
    { content: '0 0 300 200 re f', page: '/CropBox [150 0 300 200]' },
  ],
};

const SAME: Readonly<Record<string, readonly [Made, Made]>> = {
  'a palette that is written otherwise': [withPalette('<414243444546>'), withPalette('(ABC\\104EF)')],
  'line ends of another system': [{ content: '0 0 9 9 re\nf' }, { content: '\r\n0 0 9 9 re\r\nf\r\n' }],
  'names that one program escapes': [
    { content: '/X Do', resources: '/XObject << /X 5 0 R >>', more: [stream(FORM, '0 0 9 9 re f')] },
    { content: '/X Do', resources: '/XObject << /#58 5 0 R >>', more: [stream(FORM, '0 0 9 9 re f')] },
  ],
  'things that are named and not drawn': [
    { content: '/X Do', resources: '/XObject << /X 5 0 R >>', more: [stream(FORM, '0 0 9 9 re f')] },
    { content: '/X Do', resources: '/XObject << /X 5 0 R /Y 6 0 R >>', more: [stream(FORM, '0 0 9 9 re f'), stream(FORM, '')] },
  ],
  'a subset that is tagged anew': [
    { ...TEXT, more: ['<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Courier >>'] },
    { ...TEXT, more: ['<< /Type /Font /Subtype /Type1 /BaseFont /GHIJKL+Courier >>'] },
  ],
  'letters for copying, and none': [
    { ...TEXT, more: [`<< ${COURIER} /ToUnicode 6 0 R >>`, stream('', '1 beginbfchar <50> <0051> endbfchar')] },
    { ...TEXT, more: [`<< ${COURIER} >>`] },
  ],
  'a page that was turned, and one whose box is said by its parent': [
    { content: '0 0 9 9 re f', page: '/Rotate 90 /MediaBox [0 0 300.2 200]' },
    { content: '0 0 9 9 re f' },
  ],
  'notes of other programs': [
    {
      content: '0 0 9 9 re f',
      page: '/LastModified (D:2020) /PieceInfo << /A << >> >> /Annots [5 0 R]',
      more: ['<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] >>'],
    },
    { content: '0 0 9 9 re f' },
  ],
};

function drawsByFont(font: number): string {
  return `/Contents 5 0 R /Resources << /XObject << /X 6 0 R >> /Font << /F ${font} 0 R >> >>`;
}

describe('what is drawn', () => {
  it.each(Object.entries(DIFFERENT))('is another page by %s', (_, [one, other]) => {
    expect(known(other)).not.toBe(known(one));
  });

  it.each(Object.entries(SAME))('is the same page with %s', (_, [one, other]) => {
    expect(known(other)).toBe(known(one));
  });

  it('is another page where one form draws by the names of two pages', () => {
    const fonts = ['Courier', 'Symbol'].map((name) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} >>`);
    const pages = pagesIn(pagesPdf([7, 8].map(drawsByFont), () => [stream('', '/X Do'), stream(FORM, 'BT /F 9 Tf (a) Tj ET'), ...fonts]));
    expect(pages).not.toContain(null);
    expect(new Set(pages).size).toBe(2);
  });
});

function field(value: string, more: readonly string[] = []): Made {
  const widget = `<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [9 9 90 30] ${value} >>`;
  return { content: '0 0 9 9 re f', page: '/Annots [5 0 R]', catalogue: '/AcroForm << /Fields [5 0 R] >>', more: [widget, ...more] };
}

describe('what is filled in', () => {
  it.each<[string, Made, Made]>([
    ['in either encoding', field('/V (12 \xa0 \x84 x)'), field('/V <FEFF003100320020 20AC 0020 2014 0020 0078>')],
    ['in UTF-8', field('/V (12 \xa0)'), field('/V <EFBBBF3132 20 E282AC>')],
    ['by the field that it belongs to', field('/V (12)'), field('/Parent 6 0 R', ['<< /FT /Tx /V (12) /Kids [5 0 R] >>'])],
    ['as a long text', field('/V (12)'), field('/V 6 0 R', [stream('', '12')])],
    ['and signed', field(''), field('/V 6 0 R', ['<< /Type /Sig /Filter /Adobe.PPKLite /Contents (12) >>'])],
  ])('is the same %s', (_, one, other) => {
    expect(known(other)).toBe(known(one));
  });

  it.each<[string, Made, Made]>([
    ['text', field('/V (12)'), field('/V (13)')],
    ['choice', field('/V [(a) (b)]'), field('/V [(a) (c)]')],
    ['mark', field('/AS /On /V /On'), field('/AS /Off /V /Off')],
    ['long text', field('/V 6 0 R', [stream('', '12')]), field('/V 6 0 R', [stream('', '13')])],
    [
      'place',
      field('/V (12)'),
      { ...field('/V (12)'), more: ['<< /Type /Annot /Subtype /Widget /FT /Tx /T (b) /Rect [9 99 90 130] /V (12) >>'] },
    ],
  ])('is another by its %s', (_, one, other) => {
    expect(known(other)).not.toBe(known(one));
  });
});

/** A segment of a JPEG. */
function segment(marker: number, data: readonly number[]): readonly number[] {
  return [0xff, marker, 0, data.length + 2, ...data];
}

/** A JPEG of two scans, with a byte too much before the second one. */
function twoScans(code: number, tooMuch: readonly number[], note = 0): Buffer {
  const [table, note1] = [segment(0xc4, [1, 2, 3]), segment(0xfe, [note])];
  return Buffer.from([0xff, 0xd8, ...note1, ...segment(0xda, [1]), 7, 7, ...table, ...tooMuch, ...segment(0xda, [2]), code, 0xff, 0xd9]);
}

/** Two points, one above the other, from the top or from the bottom on, with sixteen bits each; the masks are in the header. */
function sixteenBits({ isTopDown = false, compression = 0, red = 0xf800, first = 1, second = 2 }): Buffer {
  const bytes = Buffer.alloc(14 + 108 + 8);
  bytes.write('BM');
  for (const [at, value] of [
    [2, bytes.length],
    [10, 122],
    [14, 108],
    [18, 1],
    [30, compression],
    [54, red],
  ] as const)
    bytes.writeUInt32LE(value, at);
  bytes.writeInt32LE(isTopDown ? -2 : 2, 22);
  bytes.writeUInt16LE(16, 28);
  bytes.set([first, 0, 9, 9, second], 122);
  return bytes;
}

describe('a picture', () => {
  it('counts by what its colours mean, and by nothing else that the note of a program says', () => {
    const noted = (name: string, transform: number): string | null => {
      const note = segment(0xee, [...Buffer.from(name), 0, 100, 0, 0, 0, 0, transform]);
      const plain = twoScans(5, []);
      return jpegFingerprint(Buffer.concat([plain.subarray(0, 2), Buffer.from(note), plain.subarray(2)]));
    };
    const plain = jpegFingerprint(twoScans(5, []));
    expect([noted('Adobe', 1), noted('Other', 0)]).toEqual([plain, plain]);
    expect(new Set([plain, noted('Adobe', 0), noted('Adobe', 2)]).size).toBe(3);
  });

  it('of several scans counts to its end, also behind a byte too much, and without its notes', () => {
    for (const tooMuch of [[], [0]]) {
      expect(jpegFingerprint(twoScans(5, tooMuch, 1))).toBe(jpegFingerprint(twoScans(5, tooMuch, 2)));
      expect(jpegFingerprint(twoScans(5, tooMuch))).not.toBe(jpegFingerprint(twoScans(6, tooMuch)));
    }
    expect(jpegFingerprint(twoScans(5, []).subarray(0, 8))).toBeNull();
  });

  it('of colours without a palette counts by its rows from the top, and by what its bits mean', () => {
    const upright = bmpFingerprint(sixteenBits({}));
    expect(bmpFingerprint(sixteenBits({ isTopDown: true, first: 2, second: 1 }))).toBe(upright);
    expect(bmpFingerprint(sixteenBits({ isTopDown: true }))).not.toBe(upright);
    const masked = bmpFingerprint(sixteenBits({ compression: 3 }));
    expect(bmpFingerprint(sixteenBits({ compression: 3, red: 0x1f }))).not.toBe(masked);
  });
});
