import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { PDFDocument } from 'pdfkit';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { InspectBudget } from '#electron/intake/inspect/inspect-budget.ts';
import { checkPdf, inspect } from '#electron/intake/inspect/inspect.ts';
import { isBlankPdf as looksBlank } from '#electron/intake/inspect/pdf/blank-pdf.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { pdfOf, stream } from '#test/support/hostile/hostile-pdfs.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { tinyPdf } from '#test/sim/tiny-pdf.ts';
import { anIntake } from '../an-intake.ts';

function isBlankPdf(bytes: Uint8Array): boolean {
  const budget = new InspectBudget();
  const { read } = checkPdf(bytes, budget);
  return read !== null && looksBlank(read, budget);
}
const photo = (name: string) => readFileSync(new URL(`../../../../support/blank/${name}.jpg`, import.meta.url));

/** As written by a program that prints a document of these pages. */
async function printed(...pages: readonly ((document: PDFDocument) => unknown)[]): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false });
  const parts: Uint8Array[] = [];
  document.on('data', (part) => parts.push(part));
  for (const draw of pages) {
    document.addPage({});
    draw(document);
  }
  document.end();
  await new Promise<void>((resolve) => void document.on('end', resolve));
  return Buffer.concat(parts);
}

const nothing = () => undefined;
const picture = (bytes: Buffer) => (document: PDFDocument) => document.image(bytes, 0, 0, { width: 612 });

function aPng(dot: boolean): Buffer {
  const png = new PNG({ width: 301, height: 400 });
  png.data.fill(255);
  if (dot) png.data.set([0, 0, 0], (200 * 301 + 150) * 4);
  return PNG.sync.write(png, { filterType: 4, colorType: 2, inputColorType: 6, inputHasAlpha: true, deflateStrategy: 0 });
}

const LINES = 2_000;
/** A black-and-white scan as fax machines encode it: one bit for a line that equals the previous one. */
const fax = (end = '000000000001000000000001', lines = LINES) => {
  const bits = '1'.repeat(lines) + end;
  return Buffer.from(
    bits
      .padEnd(Math.ceil(bits.length / 8) * 8, '0')
      .match(/.{8}/g)
      ?.map((byte) => Number.parseInt(byte, 2)) ?? [],
  );
};
const FAX = '/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 1700 >>';
const GREY = '/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode';
const packed = (dot: boolean) => {
  const raw = Buffer.alloc(1_700 * LINES, 0xf0);
  if (dot) raw[raw.length - 3] = 0;
  return deflateSync(raw);
};

/** A page with one scan, as a scanner writes it. */
function scan(of: { look: string; bytes: Buffer; content?: string; page?: string; more?: readonly string[] }): Buffer {
  const { look, bytes, content = 'q 612 0 0 792 0 0 cm /I1 Do Q', page = '', more = [] } = of;
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 /Resources << /XObject << /I1 5 0 R >> >> >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R ${page} >>`,
    stream('', content),
    stream(`/Type /XObject /Subtype /Image /Width 1700 /Height ${LINES} ${look}`, bytes.toString('latin1')),
    ...more,
  ]);
}

/** Its catalogue, tree and page are packed, and a stream says where they are. */
function withPackedPages({ look, bytes }: { readonly look: string; readonly bytes: Buffer }): Buffer {
  const parts = [
    '<< /Type /Catalog /Pages 2 0 R >> ',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >> ',
    '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /XObject << /I1 5 0 R >> >> >> ',
  ];
  const head = parts.map((_, n) => `${n + 1} ${parts.slice(0, n).join('').length}`).join(' ');
  const objects = [
    stream('', 'q 612 0 0 792 0 0 cm /I1 Do Q'),
    stream(`/Type /XObject /Subtype /Image /Width 1700 /Height ${LINES} ${look}`, bytes.toString('latin1')),
    stream(
      `/Type /ObjStm /N 3 /First ${head.length + 1} /Filter /FlateDecode`,
      deflateSync(`${head} ${parts.join('')}`).toString('latin1'),
    ),
  ];
  let body = '%PDF-1.5\n';
  const rows = [0, 1, 2].map((at) => [2, 6, at]);
  for (const [at, object] of objects.entries()) {
    rows.push([1, body.length, 0]);
    body += `${at + 4} 0 obj\n${object}\nendobj\n`;
  }
  const table = Buffer.from(
    [[0, 0, 0], ...rows, [1, body.length, 0]].flatMap(([kind = 0, at = 0, n = 0]) => [kind, at >> 16, (at >> 8) & 255, at & 255, n]),
  );
  const xref = stream('/Type /XRef /Size 8 /W [1 3 1] /Root 1 0 R /Filter /FlateDecode', deflateSync(table).toString('latin1'));
  return Buffer.from(`${body}7 0 obj\n${xref}\nendobj\nstartxref\n${body.length}\n%%EOF\n`, 'latin1');
}

describe('a PDF that shows nothing', () => {
  it('is one whose pages draw nothing, or one picture of one colour each', async () => {
    expect(isBlankPdf(await printed(nothing))).toBe(true);
    expect(isBlankPdf(await printed(nothing, picture(photo('white')), picture(photo('grey')), picture(aPng(false))))).toBe(true);
  });

  it('is not one of which a single page has a word, a line, or a picture with a dot', async () => {
    expect(isBlankPdf(await printed(nothing, (document) => document.text('x', 9, 9, {})))).toBe(false);
    expect(isBlankPdf(await printed((document) => document.moveTo(9, 9).lineTo(20, 9).stroke('black'), nothing))).toBe(false);
    expect(isBlankPdf(await printed(picture(photo('dot')), nothing))).toBe(false);
    expect(isBlankPdf(await printed(nothing, picture(aPng(true))))).toBe(false);
  });

  it('is a scan in grey or in black and white, as scanners pack it, and not one with a speck', () => {
    expect(isBlankPdf(scan({ look: GREY, bytes: packed(false) }))).toBe(true);
    expect(isBlankPdf(scan({ look: GREY, bytes: packed(true) }))).toBe(false);
    for (const end of ['', '000000000001000000000001']) expect(isBlankPdf(scan({ look: FAX, bytes: fax(end) }))).toBe(true);
    expect(isBlankPdf(scan({ look: FAX, bytes: fax('', LINES - 1) }))).toBe(false);
    expect(isBlankPdf(scan({ look: FAX, bytes: fax('0010001') }))).toBe(false);
  });
});

const WHITE = { look: GREY, bytes: packed(false) };
const TEXT = {
  fonts: '/Resources << /XObject << /I1 5 0 R >> /Font << /F1 6 0 R >> >>',
  of: (kind: string) => `<< /Type /Font /Subtype /${kind} >>`,
};
const HIDDEN = '/I1 Do q BT 3 Tr /F1 9 Tf (l1 . \\) -) Tj [(a) -120 <6162>] TJ ET Q';

/** A blank scan with text on it. */
function withText(content: string, kind = 'Type1'): Buffer {
  return scan({ ...WHITE, content, page: TEXT.fonts, more: [TEXT.of(kind)] });
}

describe('a blank scan as machines write it', () => {
  it('may have text beneath it that is not shown, and none that is', () => {
    for (const hidden of [HIDDEN, '3 Tr q 0 Tr Q BT (x) Tj ET']) expect([hidden, isBlankPdf(withText(hidden))]).toEqual([hidden, true]);
    for (const shown of [HIDDEN.replace('3 Tr', '0 Tr'), `${HIDDEN} BT (x) Tj ET`, HIDDEN.replace('BT 3 Tr', 'q 3 Tr Q BT')])
      expect([shown, isBlankPdf(withText(shown))]).toEqual([shown, false]);
    // In a Type 3 font letters are drawings, which are visible in every text mode.
    expect(isBlankPdf(withText(HIDDEN, 'Type3'))).toBe(false);
  });

  it('may come in strips, none of which has anything on it', () => {
    const strips = (second: Buffer, width = 1_700) =>
      pdfOf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /XObject << /I1 5 0 R /I2 6 0 R >> >> >>',
        stream('', 'q 9 0 0 9 0 0 cm /I1 Do Q q 9 0 0 9 9 9 cm /I2 Do Q'),
        ...[packed(false), second].map((bytes, n) =>
          stream(`/Type /XObject /Subtype /Image /Width ${n === 0 ? 1_700 : width} /Height ${LINES} ${GREY}`, bytes.toString('latin1')),
        ),
      ]);
    expect([isBlankPdf(strips(packed(false))), isBlankPdf(strips(packed(true)))]).toEqual([true, false]);
    // A strip of another width is a box beside the previous one.
    expect(isBlankPdf(strips(deflateSync(Buffer.alloc(850 * LINES, 0xf0)), 850))).toBe(false);
  });

  it('may have its pages in a stream of objects', () => {
    expect([false, true].map((dot) => isBlankPdf(withPackedPages({ look: GREY, bytes: packed(dot) })))).toEqual([true, false]);
  });
});

describe('what is not understood', () => {
  it.each<[string, Buffer]>([
    ['a picture that is drawn through a mask', scan({ ...WHITE, look: `${GREY} /SMask 6 0 R` })],
    ['a picture by a filter that is not read', scan({ ...WHITE, look: GREY.replace('FlateDecode', 'JBIG2Decode') })],
    ['a picture by two filters', scan({ ...WHITE, look: GREY.replace('/FlateDecode', '[/FlateDecode /DCTDecode]') })],
    ['a picture by other rows than it says', scan({ ...WHITE, look: GREY.replace('DeviceGray', 'DeviceRGB') })],
    ['a picture with colours of its own kind', scan({ ...WHITE, look: GREY.replace('/DeviceGray', '[/Separation /Black 6 0 R 7 0 R]') })],
    ['a form', scan({ ...WHITE, look: '/Subtype /Form' })],
    ['a picture that is not there', scan({ ...WHITE, content: '/I2 Do' })],
    ['words', scan({ ...WHITE, content: 'BT /F1 9 Tf (x) Tj ET' })],
    ['an operator that nobody knows', scan({ ...WHITE, content: 'q foo Q' })],
    ['a very long content', scan({ ...WHITE, content: 'q Q '.repeat(20_000) })],
    ['notes on the page', scan({ ...WHITE, page: '/Annots [6 0 R]' })],
    ['an object that was changed later', Buffer.concat([scan(WHITE), Buffer.from(`\n4 0 obj\n${stream('', 'q Q')}\nendobj\n`)])],
    ['a page without any content', Buffer.from(tinyPdf('x'))],
    ['no PDF at all', Buffer.from('1 0 obj')],
  ])('is no reason to ask: %s', (_, bytes) => {
    expect(isBlankPdf(bytes)).toBe(false);
  });

  it('is none of our own scans and papers', () => {
    const pdfs = Object.values(sampleFiles).filter(({ path }) => /\.pdf$/i.test(path));
    expect(pdfs.length).toBeGreaterThan(6);
    expect(pdfs.filter(({ path }) => isBlankPdf(readFileSync(path))).map(({ name }) => name)).toEqual([]);
    expect(isBlankPdf(aPdf('x'))).toBe(false);
  });

  it('ends soon and with a word on bytes that were cut or changed anywhere', () => {
    const whole = scan({ look: FAX, bytes: fax() });
    for (let at = 0; at < 400; at += 1) {
      const place = createHash('md5').update(String(at)).digest().readUInt32LE() % whole.length;
      const changed = Buffer.from(whole);
      changed[place] = (changed[place] ?? 0) ^ (1 + (at % 255));
      expect([true, false]).toContain(isBlankPdf(changed));
      expect([true, false]).toContain(isBlankPdf(whole.subarray(0, place)));
    }
  });
});

describe('a scan of an empty sheet', () => {
  it('can be sent, and is asked about first', async () => {
    const bytes = await printed(picture(photo('white')));
    expect(inspect({ name: 'a.pdf', bytes, size: bytes.byteLength }, nodeSha256)).toMatchObject({ kind: 'fit', question: 'blank' });
    const at = anIntake();
    at.intake.start();
    await at.until(() => at.folder().identity !== null);
    writeFileSync(join(at.root, 'vide.pdf'), bytes);
    at.drop(sampleFiles.invoice);
    await at.until(() => at.items().length === 2);
    const blank = at.items().find(({ name }) => name === 'vide.pdf');
    expect(blank?.state).toEqual({ kind: 'held', question: { kind: 'blank' } });
    expect(at.open.journal.items.counts()).toMatchObject({ held: 1, waiting: 1 });
    expect(at.open.journal.list.allow(blank === undefined ? [] : [blank.id])).toBe(1);
    expect(at.open.journal.items.counts()).toMatchObject({ held: 0, waiting: 2 });
  });
});
