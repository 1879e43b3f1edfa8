import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { array, assert, constantFrom, nat, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PdfText } from '#electron/intake/inspect/pdf/pdf-text.ts';
import { inspect } from '#electron/intake/inspect/inspect.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { pdfOf, stream } from '#test/support/hostile/hostile-pdfs.ts';
import { brokenPdfs, CATALOGUE, PAGE, paperPdf, TREE, untidyPdfs, words } from '#test/support/documents/pdfs.ts';

/** What happens to a file without a user: it is sent, a question is asked, or it is set aside. */
function verdictOn(bytes: Uint8Array): string {
  const inspected = inspect({ name: 'a.pdf', bytes, size: bytes.byteLength }, nodeSha256);
  return inspected.kind === 'unfit' ? inspected.problem.kind : (inspected.question ?? 'sent');
}

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const flate = (content: string | Buffer): string => stream('/Filter /FlateDecode', deflateSync(content).toString('latin1'));

describe('a PDF that is untidy', () => {
  it('is sent as it should be', () => {
    expect(verdictOn(paperPdf())).toBe('sent');
  });

  it.each(Object.entries(untidyPdfs()))('is sent: %s', (_what, bytes) => {
    expect(verdictOn(bytes)).toBe('sent');
  });

  it.each(Object.entries(brokenPdfs()))('is not sent without a person: %s', (_what, { bytes, verdict }) => {
    expect(verdictOn(bytes)).toBe(verdict);
  });

  it.each([1, 7, 40, 100])('is sent with offsets that are wrong by %i', (by) => {
    const text = paperPdf().toString('latin1');
    const shifted = text.replaceAll(/(\d{10}) 00000 n/g, (_row, offset) => `${String(Number(offset) + by).padStart(10, '0')} 00000 n`);
    expect(verdictOn(latin(shifted))).toBe('sent');
    expect(verdictOn(latin(text.replace(/startxref\n(\d+)/, (_all, at) => `startxref\n${Number(at) - by}`)))).toBe('sent');
  });
});

describe('the end of a PDF', () => {
  const whole = paperPdf();
  const xrefAt = whole.lastIndexOf('xref\n0 ');

  it('may be missing where the trailer is there, and else the file is not whole', () => {
    const verdicts = new Map<number, string>();
    for (let to = 1_024; to < whole.length; to += 1) verdicts.set(to, verdictOn(whole.subarray(0, to)));
    const at = (word: string): number => whole.lastIndexOf(word) + word.length;
    const bounds: readonly (readonly [from: number, to: number, verdict: string])[] = [
      [1_024, at('endobj'), 'damaged'],
      [xrefAt + 1, whole.lastIndexOf('trailer'), 'damaged'],
      [at('startxref'), whole.length, 'sent'],
    ];
    for (const [from, to, verdict] of bounds) {
      const others = [...verdicts].filter(([length, said]) => length >= from && length < to && said !== verdict);
      expect([verdict, others]).toEqual([verdict, []]);
    }
  });

  it('is missing together with objects where one is named that is not there', () => {
    const text = paperPdf({ more: ['<< /Title (Devis) >>'] })
      .toString('latin1')
      .replace('/Type /Catalog', '/Type /Catalog /Outlines 7 0 R');
    const objects = text.slice(0, text.lastIndexOf('xref\n0 '));
    expect(verdictOn(latin(objects))).toBe('not-understood');
    expect(verdictOn(latin(objects.slice(0, objects.lastIndexOf('7 0 obj'))))).toBe('damaged');
  });

  it('belongs to what stands before it: behind an update that was begun there is none', () => {
    const update = `\n6 0 obj\n${stream('', 'BT /F1 9 Tf (paid) Tj ET')}\nendobj\n`;
    for (const begun of [update, ...[6, 7, 9, 30].map((length) => update.slice(0, length)), `${update}xref\n0 1\n`])
      expect([begun, verdictOn(Buffer.concat([whole, latin(begun)]))]).toEqual([begun, 'damaged']);
    expect(verdictOn(Buffer.concat([whole, latin(`${update}trailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF`)]))).toBe('sent');
  });

  it('of a file made for the web is the second one', () => {
    const linear = latin(
      whole.toString('latin1').replace('%PDF-1.7\n', `%PDF-1.7\n9 0 obj<</Linearized 1/L ${whole.length + 900}>>endobj\n`),
    );
    const first = linear.subarray(0, linear.indexOf('endobj', 200) + 6);
    expect(verdictOn(Buffer.concat([first, latin('\nxref\n0 1\ntrailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n')]))).toBe('damaged');
    // Its length has been wrong since its line ends were converted, but nothing is missing.
    expect(verdictOn(linear)).toBe('sent');
  });
});

describe('a stretch of a PDF that was not written yet', () => {
  const scan = readFileSync('test/support/files/facture-chauffage.PDF');
  const blocks = Math.floor(scan.length / 512);

  it('is seen wherever it lies', () => {
    const sent: number[] = [];
    for (let block = 1; block < blocks - 1; block += 1) {
      const holed = Buffer.from(scan);
      holed.fill(0, block * 512, (block + 1) * 512);
      if (!holed.equals(scan) && verdictOn(holed) === 'sent') sent.push(block);
    }
    expect(blocks).toBeGreaterThan(20);
    expect(sent).toEqual([]);
  });

  it('is no stretch of pixels, of zeros that unpack, of a block that is filled up, or of what lies between objects that are in their places', () => {
    const black = stream('/Type /XObject /Subtype /Image /Width 64 /Height 64', '\0'.repeat(4_096));
    const even = flate(Buffer.alloc(4_000_000));
    expect(latin(even).includes(Buffer.alloc(1_024))).toBe(true);
    for (const more of [[black], [even]]) expect(verdictOn(paperPdf({ more }))).toBe('sent');
    expect(verdictOn(Buffer.concat([paperPdf(), Buffer.alloc(4_096)]))).toBe('sent');
    expect(verdictOn(paperPdf({ before: '\0'.repeat(1_024) }))).toBe('sent');
  });

  it('is seen in the table, though the pages are found without its rows', () => {
    const holed = paperPdf({ more: Array.from({ length: 80 }, () => '(more)') });
    const from = Math.ceil((holed.lastIndexOf('xref\n0 ') + 200) / 512) * 512;
    holed.fill(0, from, from + 512);
    expect(from + 512).toBeLessThan(holed.lastIndexOf('trailer'));
    expect(verdictOn(holed)).toBe('damaged');
  });

  it('is seen where it begins behind a packed stream and ends in another object', () => {
    const text = paperPdf({ more: [flate('first'), `<< /Note (${'x'.repeat(1_500)}) /Length 2 >>\nstream\nab\nendstream`] }).toString(
      'latin1',
    );
    const holed = latin(text.replace(/startxref\n\d+/, 'startxref\n9'));
    holed.fill(0, holed.lastIndexOf('endstream', holed.lastIndexOf('8 0 obj')), holed.lastIndexOf(') /Length 2'));
    expect(verdictOn(holed)).toBe('damaged');
  });

  it('is asked about in what nobody here can read', () => {
    const font = stream('/Length1 4096', `\x01\x02${'\0'.repeat(4_096)}\x03`);
    expect(verdictOn(paperPdf({ more: [font] }))).toBe('not-understood');
    expect(verdictOn(paperPdf({ more: [stream('/Filter /LZWDecode', `\x80${'\0'.repeat(2_000)}`)] }))).toBe('not-understood');
    expect(verdictOn(paperPdf({ more: [`<< /Palette (${'\0'.repeat(2_000)}) >>`] }))).toBe('not-understood');
  });
});

describe('the tree of pages', () => {
  it.each<[string, string, readonly string[]]>([
    ['blank', 'no pages', [CATALOGUE, '<< /Type /Pages /Kids [] /Count 0 >>']],
    ['blank', 'no pages though it counts one', [CATALOGUE, '<< /Type /Pages /Kids [] /Count 1 >>']],
    ['damaged', 'itself among its parts', [CATALOGUE, '<< /Type /Pages /Kids [2 0 R] /Count 1 >>']],
    ['damaged', 'itself deeper down', [CATALOGUE, TREE, '<< /Type /Pages /Kids [4 0 R] >>', '<< /Type /Pages /Kids [3 0 R] >>']],
    ['damaged', 'a part that is missing', [CATALOGUE, '<< /Type /Pages /Kids [3 0 R 9 0 R] >>', PAGE, words('x')]],
    [
      'sent',
      'a part that is none',
      [CATALOGUE, '<< /Type /Pages /Kids [3 0 R 6 0 R] >>', PAGE, words('x'), '<< /Type /Font >>', '(no page)'],
    ],
  ])('is %s with %s', (verdict, _what, objects) => {
    expect(verdictOn(pdfOf(objects))).toBe(verdict);
  });
});

describe('bytes read as text', () => {
  it('finds and cuts out what a text of one character a byte would', () => {
    const bytes = array(constantFrom(0, 10, 37, 47, 67, 79, 111, 200, 255), { maxLength: 60 });
    const sought = constantFrom('/C', 'Co', '%%', '\u00c8\u00ff', 'o');
    assert(
      property(bytes, sought, nat(70), nat(70), (values, word, from, to) => {
        const around = Uint8Array.from([79, 47, ...values, 37, 67]);
        const [text, plain] = [new PdfText(around.subarray(2, 2 + values.length)), String.fromCharCode(...values)];
        expect([text.indexOf(word, from), text.lastIndexOf(word, from), text.indexOf(word) >= 0]).toEqual([
          plain.indexOf(word, from),
          plain.lastIndexOf(word, from),
          plain.includes(word),
        ]);
        expect([text.slice(from, to), text.slice(0, text.length), text.length]).toEqual([
          plain.slice(from, Math.max(from, to)),
          plain,
          plain.length,
        ]);
        expect(text.codeAt(from)).toBe(plain.charCodeAt(from));
      }),
    );
  });

  it('ends where the last byte is that shows something', () => {
    const text = new PdfText(Buffer.from('x\r\n \0\t'));
    expect([text.endOfContent(0), text.endOfContent(1), text.endOfContent(4)]).toEqual([1, 1, 4]);
  });
});
