import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inspect } from '#electron/intake/inspect/inspect.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { pagePdf, pagesIn, pagesPdf } from '#test/support/same-pages/page-pdf.ts';
import { stream } from '#test/support/hostile/hostile-pdfs.ts';

const FILES = 'test/support/same-pages';
const LOCKED = 'test/support/locked-pdfs';

function pagesOf(name: string): readonly (string | null)[] {
  return pagesIn(readFileSync(`${FILES}/${name}`));
}

/** Which page of the original each page is; 0 for another one. */
const SAVED: Readonly<Record<string, readonly number[]>> = {
  annotated: [1, 2],
  dated: [1, 2],
  qpdf: [1, 2],
  recompressed: [1, 2],
  'locked-256': [1, 2],
  'locked-128': [1, 2],
  unlocked: [1, 2],
  mutool: [1, 2],
  pdftk: [1, 2],
  united: [1, 2, 0],
  'page-1': [1],
  ghostscript: [0, 0],
  draw: [0, 0],
};

describe.each(['invoice', 'scan', 'fax'])('the pages of a %s', (source) => {
  const original = pagesOf(`${source}/original.pdf`);

  it('are known, and each is another', () => {
    expect(original).toEqual([expect.stringMatching(/^[0-9a-f]{24}$/), expect.stringMatching(/^[0-9a-f]{24}$/)]);
    expect(original[0]).not.toBe(original[1]);
    expect(readdirSync(`${FILES}/${source}`).toSorted()).toEqual(
      ['original', ...Object.keys(SAVED)].map((name) => `${name}.pdf`).toSorted(),
    );
  });

  it.each(Object.entries(SAVED))('are found in what another program saved: %s', (name, expected) => {
    expect(pagesOf(`${source}/${name}.pdf`).map((page) => original.indexOf(page) + 1)).toEqual(expected);
  });
});

describe('papers that are not the same', () => {
  it('are invoices of one template with another number, date or sum', () => {
    const firsts = ['invoice/original', 'template/number', 'template/date', 'template/sum'].map((name) => pagesOf(`${name}.pdf`)[0]);
    expect(new Set(firsts).size).toBe(4);
    expect(firsts).not.toContain(null);
  });

  it('are one form with other values, or with a value in another field', () => {
    const names = ['empty', 'filled', 'other-sum', 'only-total', 'only-paid'];
    const pages = names.flatMap((name) => pagesOf(`form/${name}.pdf`));
    expect(new Set(pages).size).toBe(names.length);
    expect(pages).not.toContain(null);
  });

  it('are the same form with the same values, if two programs filled it', () => {
    const filled = pagesOf('form/filled.pdf');
    expect(pagesOf('form/filled-by-mutool.pdf')).toEqual(filled);
    expect(pagesOf('form/filled-qpdf.pdf')).toEqual(filled);
    // Its texts are encrypted one by one.
    expect(pagesOf('form/filled-locked.pdf')).toEqual([null]);
  });
});

/** In parts, which a program joins in its own way. */
function inParts(parts: readonly string[]): readonly (string | null)[] {
  const contents = parts.map((_, at) => `${4 + at} 0 R`).join(' ');
  return pagesIn(pagesPdf([`/Contents [${contents}] /Resources << >>`], () => parts.map((part) => stream('', part))));
}

describe('a page description', () => {
  const PAGE = 'q\n0 0 9 9 re f\nBT (a\rb) Tj ET\nBI /W 1 /H 1 ID a\rb EI\nQ';
  const original = pagesIn(pagePdf({ content: PAGE }));
  const otherEnds = (ends: string) => PAGE.replaceAll('\n', ends);

  it.each([
    ['lines that end as on Windows', pagesIn(pagePdf({ content: otherEnds('\r\n') }))],
    ['lines that end as on an old Mac', pagesIn(pagePdf({ content: otherEnds('\r') }))],
    ['a line end more at its end', pagesIn(pagePdf({ content: `${PAGE}\n\n` }))],
    ['two parts', inParts(['q\n0 0 9 9 re f ', PAGE.slice('q\n0 0 9 9 re f\n'.length)])],
    ['an empty part', inParts([PAGE, ' \r\n'])],
  ])('is the same with %s', (_, pages) => {
    expect(original).toEqual([expect.stringMatching(/^[0-9a-f]{24}$/)]);
    expect(pages).toEqual(original);
  });

  it.each([
    ['in a string', PAGE.replace('a\rb) Tj', 'a\nb) Tj')],
    ['in a picture', PAGE.replace('a\rb EI', 'a\nb EI')],
  ])('is another one where a code %s is another one', (_, content) => {
    expect(pagesIn(pagePdf({ content }))).not.toEqual(original);
  });
});

describe('a picture', () => {
  it.each([
    ['original.jpg', 'turned.jpg', true],
    ['original.jpg', 'jpegtran.jpg', true],
    ['original.jpg', 'rotated.jpg', false],
    ['original.png', 'optipng.png', true],
    ['original.png', 'convert.png', true],
    ['original.bmp', 'later-header.bmp', true],
    ['original.bmp', 'page-2.bmp', false],
  ])('is one page: %s and %s are the same: %s', (one, other, isSame) => {
    const [pages, others] = [pagesOf(`pictures/${one}`), pagesOf(`pictures/${other}`)];
    expect([pages.length, others.length]).toEqual([1, 1]);
    expect(pages).not.toContain(null);
    expect(others[0] === pages[0]).toBe(isSame);
  });

  it('is another one where only what follows a byte too much differs', () => {
    const whole = readFileSync(`${FILES}/pictures/original.jpg`);
    const scan = whole.indexOf('ffda', 'hex');
    const code = scan + 2 + whole.readUInt16BE(scan + 2);
    const padded = Buffer.concat([whole.subarray(0, scan), Buffer.alloc(1), whole.subarray(scan)]);
    const other = Buffer.from(padded);
    other[code + 40] = (other[code + 40] ?? 0) ^ 0x10;
    const [one, two] = [padded, other].map((jpeg) =>
      pagesIn(pagePdf({ content: '/I Do', resources: '/XObject << /I 5 0 R >>', more: [stream(JPEG, jpeg.toString('latin1'))] })),
    );
    expect(one).not.toEqual(two);
  });
});

const JPEG = '/Type /XObject /Subtype /Image /Width 331 /Height 468 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /DCTDecode';

function withFonts(fonts: string): Buffer {
  const courier = '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>';
  return pagePdf({ content: 'BT /F 9 Tf (a) Tj ET', resources: '/Font 5 0 R', more: [fonts, courier] });
}

function ofPages(count: number): Buffer {
  const pages = Array.from({ length: count }, () => `/Contents ${3 + count} 0 R /Resources << >>`);
  return pagesPdf(pages, () => [stream('', '0 0 9 9 re f')]);
}

describe('a page without a fingerprint', () => {
  it('is one that draws nothing', () => {
    const empty = '/Contents 5 0 R /Resources << >>';
    const drawn = '/Contents 6 0 R /Resources << >>';
    const pdf = pagesPdf([empty, drawn], () => [stream('', 'q 1 0 0 1 0 0 cm 0 0 9 9 re n Q'), stream('', '0 0 9 9 re f')]);
    expect(pagesIn(pdf)).toEqual([null, expect.stringMatching(/^[0-9a-f]{24}$/)]);
  });

  it('is each page of a file that is locked', () => {
    const bytes = readFileSync(`${LOCKED}/closed-r6.pdf`);
    const closed = inspect({ name: 'a.pdf', bytes, size: bytes.byteLength }, nodeSha256);
    expect(closed).toMatchObject({ kind: 'unfit', problem: { kind: 'password' } });
    expect('pages' in closed).toBe(false);
    expect(pagesIn(readFileSync(`${LOCKED}/open-r6.pdf`))).toEqual([expect.any(String)]);
  });

  it('is each page of a file with more pages than are read', () => {
    const [known, unknown] = [pagesIn(ofPages(255)), pagesIn(ofPages(256))];
    expect([known.length, known.includes(null), unknown]).toEqual([255, false, []]);
  });

  it('is each page of what another program has to show: an XML form, a portfolio', () => {
    const content = 'BT (Please wait) Tj ET';
    expect(pagesIn(pagePdf({ content, catalogue: '/AcroForm << /Fields [] >>' }))).toEqual([expect.any(String)]);
    expect(pagesIn(pagePdf({ content, catalogue: '/AcroForm << /XFA [] >>' }))).toEqual([]);
    expect(pagesIn(pagePdf({ content, catalogue: '/Collection << >>' }))).toEqual([]);
  });

  it('is one whose fonts are there, but too long to be read', () => {
    const long = `<< /F 6 0 R /G (${'x'.repeat(210_000)}) >>`;
    expect(pagesIn(withFonts('<< /F 6 0 R >>'))).toEqual([expect.any(String)]);
    expect(pagesIn(withFonts(long))).toEqual([null]);
  });
});
