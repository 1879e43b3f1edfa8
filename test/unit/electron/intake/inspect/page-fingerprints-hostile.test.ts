import { readFileSync } from 'node:fs';
import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { INSPECT_LIMITS, InspectBudget } from '#electron/intake/inspect/inspect-budget.ts';
import { pagePdf, pagesIn, pagesPdf } from '#test/support/same-pages/page-pdf.ts';
import { stream } from '#test/support/hostile/hostile-pdfs.ts';

const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 9 9]';
const DRAWS_X = '/XObject << /X 5 0 R >>';
const FLATE = '/Filter /FlateDecode';
const KNOWN = expect.stringMatching(/^[0-9a-f]{24}$/);

function looked(bytes: Buffer) {
  const budget = new InspectBudget();
  const pages = pagesIn(bytes, budget);
  return { pages, values: budget.spent('fingerprintValues'), bytes: budget.spent('fingerprintBytes') };
}

function packed(bytes: Uint8Array): string {
  return deflateSync(bytes).toString('latin1');
}

/** Objects from number 5 on, each of which leads to the next one by `link`. */
function chain(length: number, link: (next: number) => string): readonly string[] {
  return Array.from({ length }, (_, at) => link(at === length - 1 ? 5 : 6 + at));
}

describe('a page that leads to much', () => {
  it.each([
    ['with its own names', '/Resources << /XObject << /X 5 0 R /Y 5 0 R >> >>'],
    ['by the names of its page', ''],
  ])('is read once where a form draws itself %s', (_, resources) => {
    const form = stream(`${FORM} ${resources}`, '/X Do /X Do /Y Do 0 0 9 9 re f');
    const { pages, values, bytes } = looked(pagePdf({ content: '/X Do', resources: '/XObject << /X 5 0 R /Y 5 0 R >>', more: [form] }));
    expect(pages).toEqual([KNOWN]);
    expect(values).toBeLessThan(50);
    expect(bytes).toBeLessThan(20_000);
  });

  it('is read once where it leads back to itself', () => {
    const state = '<< /Type /ExtGState /Back 3 0 R /BG 5 0 R >>';
    const { pages, values } = looked(pagePdf({ content: '/G gs 0 0 9 9 re f', resources: '/ExtGState << /G 5 0 R >>', more: [state] }));
    expect(pages).toEqual([KNOWN]);
    expect(values).toBeLessThan(50);
  });

  it.each([
    [10, [KNOWN]],
    [100, [null]],
  ])('is not known where fonts are nested too deep: %i', (depth, expected) => {
    const fonts = chain(
      depth,
      (next) => `<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [${next} 0 R] >>`,
    );
    const { pages, values } = looked(pagePdf({ content: 'BT /F 9 Tf (a) Tj ET', resources: '/Font << /F 5 0 R >>', more: fonts }));
    expect(pages).toEqual(expected);
    expect(values).toBeLessThan(500);
  });

  it('is not known behind the bytes that are counted: a hundred pages of one long description', () => {
    const long = packed(Buffer.from('0 0 9 9 re f\n'.repeat(400_000)));
    const page = '/Contents 103 0 R /Resources << >>';
    const { pages, bytes } = looked(
      pagesPdf(
        Array.from({ length: 100 }, () => page),
        () => [stream(FLATE, long)],
      ),
    );
    const count = pages.filter((one) => one !== null).length;
    expect([pages.length, new Set(pages).size]).toEqual([100, 2]);
    // Each costs four times its five million bytes.
    expect(count).toBeGreaterThan(4);
    expect(count).toBeLessThan(8);
    expect(bytes).toBeLessThanOrEqual(INSPECT_LIMITS.fingerprintBytes);
  });

  const link = '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] >>';
  const field = `<< /Type /Annot /Subtype /Widget /FT /Tx /V (${'x'.repeat(100_000)}) /Rect [0 0 9 9] >>`;

  it.each([
    ['each note', { annotation: link, count: 30_000 }, { page: KNOWN, values: 30_000, bytes: 1_000 }],
    ['no note of a list that is too long to be read', { annotation: link, count: 100_000 }, { page: null, values: 0, bytes: 1_000 }],
    ['long values until they are too much', { annotation: field, count: 30_000 }, { page: null, values: 10, bytes: 120_000_000 }],
  ])('is counted by its annotations: %s', (_, { annotation, count }, expected) => {
    const list = `[${'6 0 R '.repeat(count)}]`;
    const { pages, values, bytes } = looked(pagePdf({ content: '0 0 9 9 re f', page: '/Annots 5 0 R', more: [list, annotation] }));
    expect(pages).toEqual([expected.page]);
    expect(values).toBeGreaterThanOrEqual(expected.values);
    expect(values).toBeLessThanOrEqual(count);
    expect(bytes).toBeGreaterThanOrEqual(expected.bytes);
    expect(bytes).toBeLessThanOrEqual(INSPECT_LIMITS.fingerprintBytes);
  });
});

/** Unpacks to more than one stream may have. */
const BOMB = deflateSync(Buffer.alloc(40_000_000), { level: 1 }).toString('latin1');
const PICTURE = '/Type /XObject /Subtype /Image /Width 8000 /Height 5000 /BitsPerComponent 8 /ColorSpace /DeviceGray';

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.byteLength);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A PNG whose rows have one point each. */
function narrowPng(height: number): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(height, 4);
  const rows = deflateSync(Buffer.from('\0\x80\0\xff'.repeat(height / 2), 'latin1'));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a stream that unpacks to much', () => {
  const names = Array.from({ length: 200 }, (_, at) => `/X${at}`);

  it('is paid for also where it fails, so that no more than four are tried', () => {
    const page = `/Contents 103 0 R /Resources << /XObject << ${names.map((name) => `${name} 104 0 R`).join(' ')} >> >>`;
    const content = names.map((name) => `${name} Do`).join('\n');
    const { pages, bytes, values } = looked(
      pagesPdf(
        Array.from({ length: 100 }, () => page),
        () => [stream('', content), stream(`${PICTURE} ${FLATE}`, BOMB)],
      ),
    );
    expect(new Set(pages)).toEqual(new Set([null]));
    // A page ends with the first thing that is too much.
    expect(values).toBeLessThan(2_000);
    expect(bytes).toBeGreaterThan(INSPECT_LIMITS.fingerprintBytes * 0.9);
  });

  it('is no longer unpacked than it may be: packed twice', () => {
    const twice = deflateSync(deflateRawSync(Buffer.alloc(30_000_000))).toString('latin1');
    const { pages, bytes } = looked(
      pagePdf({ content: '/X Do', resources: DRAWS_X, more: [stream(`${PICTURE} /Filter [/FlateDecode /FlateDecode]`, twice)] }),
    );
    expect(pages).toEqual([null]);
    expect(bytes).toBeLessThan(INSPECT_LIMITS.fingerprintBytes);
  });

  it('costs by its rows as well: a predictor of rows of one point', () => {
    const rows = packed(Buffer.alloc(20_000_000));
    const parms = '/DecodeParms << /Predictor 15 /Columns 1 >>';
    const { pages, bytes } = looked(
      pagePdf({ content: '/X Do', resources: DRAWS_X, more: [stream(`${PICTURE} ${FLATE} ${parms}`, rows)] }),
    );
    expect(pages).toEqual([null]);
    expect(bytes).toBeLessThan(30_000_000);
  });

  it('is not read where its pixels are in rows of one point: a PNG', () => {
    const [small, tall] = [200_000, 2_500_000].map((height) => looked(narrowPng(height)));
    expect(small).toMatchObject({ pages: [KNOWN] });
    expect(tall).toMatchObject({ pages: [null], bytes: 0 });
  });

  it('costs something also if it is empty', () => {
    const list = `[${'6 0 R '.repeat(33_000)}]`;
    const page = '/Contents 5 0 R /Resources << >>';
    const { pages, bytes } = looked(pagesPdf([page, page], () => [list, stream('', ' ')]));
    expect(pages).toEqual([null, null]);
    expect(bytes).toBeGreaterThan(INSPECT_LIMITS.fingerprintBytes * 0.9);
  });
});

function drawsX(content: string, form: string): readonly (string | null)[] {
  return pagesIn(pagePdf({ content, resources: DRAWS_X, more: [stream(FORM, form)] }));
}

describe('a description', () => {
  it('of millions of names is compared with those that its page has', () => {
    const content = packed(Buffer.from(`${'/a '.repeat(2_000_000)} /X Do`));
    const form = (bytes: string): Buffer =>
      pagesPdf([`/Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >>`], () => [stream(FLATE, content), stream(FORM, bytes)]);
    const [one, other] = [looked(form('0 0 5 9 re f')), looked(form('0 0 9 5 re f'))];
    expect(one.pages).toEqual([KNOWN]);
    expect(other.pages).not.toEqual(one.pages);
  });

  it('is known by the names that it has, also behind thousands that begin alike', () => {
    for (const content of ['/X Do', '/Xa Do /X Do', `${'/Xa Do '.repeat(2_000)}/X Do`]) {
      expect(drawsX(content, '0 0 5 9 re f')).not.toEqual(drawsX(content, '0 0 9 5 re f'));
    }
    expect(drawsX('/Xa Do', '0 0 5 9 re f')).toEqual(drawsX('/Xa Do', '0 0 9 5 re f'));
  });

  it('is the same, and costs the same, whether its bytes were kept or not', () => {
    const pdf = readFileSync('test/support/same-pages/invoice/original.pdf');
    const [kept, full] = [new InspectBudget(), new InspectBudget()];
    full.spend('keptBytes', INSPECT_LIMITS.keptBytes);
    expect(pagesIn(pdf, full)).toEqual(pagesIn(pdf, kept));
    expect(full.spent('fingerprintBytes')).toBe(kept.spent('fingerprintBytes'));
    expect(kept.spent('keptBytes')).toBeGreaterThan(0);
  });
});
