import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inspect } from '#electron/intake/inspect/inspect.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { CATALOGUE, paperPdf, TREE } from '#test/support/documents/pdfs.ts';
import { pdfOf, stream } from '#test/support/hostile/hostile-pdfs.ts';
import { bmp, scan } from '#test/support/scans/make-pictures.ts';

function verdict(bytes: Uint8Array): string {
  const inspected = inspect({ name: 'a', bytes, size: bytes.byteLength }, nodeSha256);
  return inspected.kind === 'unfit' ? inspected.problem.kind : (inspected.question ?? 'fit');
}

function without(bytes: Buffer, from: number, to: number): Buffer {
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
}

function over(bytes: Buffer, at: number, by: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  by.copy(copy, at);
  return copy;
}

const NOISE = Buffer.from(Array.from({ length: 40 }, (_, n) => ((n * 7_919 + 31) % 251) + 1));
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const withLineEnds = (bytes: Buffer): Buffer => latin(bytes.toString('latin1').replaceAll('\n', '\r\n'));
const isHeld = (bytes: Buffer): boolean => verdict(bytes) !== 'fit';

const JPEGS = ['baseline', 'progressive', 'restarts', 'scans', 'cmyk'];

describe('a JPEG with damage that is no zeros', () => {
  // Where as many blocks are lost as foreign code happens to make, decoders notice nothing: with so few blocks, one time in ten.
  it.each(JPEGS)('is hardly ever sent without a question where bytes of its code are missing or of something else: %s', (name) => {
    const whole = scan(`${name}.jpg`);
    const from = whole.indexOf(Buffer.from([0xff, 0xda])) + 20;
    const places = Array.from({ length: Math.floor((whole.length - from - 120) / 97) }, (_, n) => from + n * 97);
    const copies = places.flatMap((at) => [without(whole, at, at + 60), over(whole, at, NOISE)]);
    expect(copies.filter((copy) => !isHeld(copy)).length).toBeLessThan(copies.length * 0.2);
    expect(places.filter((at) => !isHeld(over(whole, at, Buffer.alloc(100, 0xff))))).toEqual([]);
  });

  it.each(JPEGS)('or its line ends were converted, or its second half is of another one: %s', (name) => {
    const whole = scan(`${name}.jpg`);
    const other = scan(name === 'baseline' ? 'restarts.jpg' : 'baseline.jpg');
    expect(isHeld(withLineEnds(whole))).toBe(true);
    expect(isHeld(Buffer.concat([whole.subarray(0, whole.length >> 1), other.subarray(other.length >> 1)]))).toBe(true);
  });

  it('is asked about where it has no tables of steps, or begins twice, as a thumbnail does whose segment is broken', () => {
    const whole = scan('baseline.jpg');
    const [steps, frame] = [0xdb, 0xc0].map((marker) => whole.indexOf(Buffer.from([0xff, marker]))) as [number, number];
    expect(verdict(without(whole, steps, frame))).toBe('not-understood');
    expect(verdict(Buffer.concat([whole.subarray(0, steps), Buffer.from([0xff, 0xd8]), whole.subarray(steps)]))).toBe('not-understood');
  });

  it('is asked about where the marker of a scan is gone', () => {
    const whole = scan('progressive.jpg');
    const last = whole.lastIndexOf(Buffer.from([0xff, 0xda]));
    expect(verdict(over(whole, last, Buffer.from([1, 1])))).toBe('not-understood');
  });

  it('is asked about where bytes lie between its segments, or a marker that no coding has', () => {
    const whole = scan('baseline.jpg');
    const steps = whole.indexOf(Buffer.from([0xff, 0xdb]));
    const before = (bytes: number[]): Buffer => Buffer.concat([whole.subarray(0, steps), Buffer.from(bytes), whole.subarray(steps)]);
    expect(verdict(before([0xff, 0xff]))).toBe('fit');
    expect(verdict(before([0x0d]))).toBe('not-understood');
    expect(verdict(before([0xff, 0x69, 0, 2]))).toBe('not-understood');
  });

  it('is asked about where zeros in its code mean one coefficient after the other', () => {
    const steps = `ffdb004300${'01'.repeat(64)}`;
    // 48 blocks of 191 bits, by the tables that every reader knows.
    const code = '00'.repeat(1_146);
    const picture = Buffer.from(`ffd8${steps}ffc0000b080030004001011100ffda0008010100003f00${code}ffd9`, 'hex');
    expect(verdict(picture)).toBe('not-understood');
  });

  it('is decoded by the tables that every reader knows where it has none of its own', () => {
    const whole = scan('baseline.jpg');
    const [from, to] = [0xc4, 0xda].map((marker) => whole.indexOf(Buffer.from([0xff, marker]))) as [number, number];
    const bare = without(whole, from, to);
    expect([verdict(bare), verdict(without(bare, bare.length - 1_000, bare.length - 940))]).toEqual(['fit', 'not-understood']);
  });

  it('is asked about, not refused, since viewers show a part of it', () => {
    const whole = scan('baseline.jpg');
    expect(verdict(without(whole, 2_000, 2_060))).toBe('not-understood');
  });

  it('may have zeros in the code of a sky, which decoders read without a complaint', () => {
    const sky = scan('sky-progressive.jpg');
    expect(sky.subarray(2_860, 4_420).every((byte) => byte === 0)).toBe(true);
    expect(verdict(sky)).toBe('fit');
  });

  it('is asked about where its coding is one that viewers do not open', () => {
    const lossless = over(scan('baseline.jpg'), scan('baseline.jpg').indexOf(Buffer.from([0xff, 0xc0])) + 1, Buffer.from([0xc3]));
    expect(verdict(lossless)).toBe('not-understood');
    expect(verdict(scan('arithmetic.jpg'))).toBe('fit');
  });

  it('may lack the scans that refine it, the tables that every reader knows, and different names of its components', () => {
    const whole = scan('progressive.jpg');
    const last = whole.lastIndexOf(Buffer.from([0xff, 0xc4]));
    expect(verdict(Buffer.concat([whole.subarray(0, last), Buffer.from([0xff, 0xd9])]))).toBe('fit');
    const tables = scan('baseline.jpg').indexOf(Buffer.from([0xff, 0xc4]));
    expect(verdict(without(scan('baseline.jpg'), tables, scan('baseline.jpg').indexOf(Buffer.from([0xff, 0xda]))))).toBe('fit');
    const cmyk = scan('cmyk.jpg');
    const [frame, start] = [0xc0, 0xda].map((marker) => cmyk.indexOf(Buffer.from([0xff, marker]))) as [number, number];
    const first = Buffer.from([cmyk[frame + 10] ?? 0]);
    expect(verdict(over(over(cmyk, frame + 19, first), start + 11, first))).toBe('fit');
  });
});

const RESOURCES = '/Resources << /Font << /F1 5 0 R >> /XObject << /I1 6 0 R >> >>';
const CONTENT = 'BT /F1 18 Tf 72 720 Td (Facture 12) Tj ET q 90 0 0 90 72 500 cm /I1 Do Q';
const FONT = '<< /Type /Font /Subtype /TrueType /BaseFont /Arial /FontDescriptor 7 0 R >>';
const PIXELS = Buffer.from(Uint8Array.from({ length: 6_400 }, (_, at) => (at * at * 7) % 251));
const LOOK = '/Type /XObject /Subtype /Image /Width 80 /Height 80 /ColorSpace /DeviceGray /BitsPerComponent 8';

type Parts = { readonly content?: string; readonly picture?: string; readonly font?: Buffer; readonly more?: readonly string[] };

/** A page of words in a font of its own, and a picture. */
function page({ content = flate('', latin(CONTENT)), picture = flate(LOOK, PIXELS), font = PIXELS, more = ['<< >>'] }: Parts = {}): Buffer {
  const dictionary = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Annots [9 0 R] ${RESOURCES} >>`;
  const descriptor = '<< /Type /FontDescriptor /FontName /Arial /FontFile2 8 0 R >>';
  return pdfOf([CATALOGUE, TREE, dictionary, content, FONT, picture, descriptor, flate('/Length1 6400', font), ...more]);
}

function flate(dictionary: string, bytes: Buffer): string {
  return stream(`${dictionary} /Filter /FlateDecode`, deflateSync(bytes).toString('latin1'));
}

const JPEG = '/Type /XObject /Subtype /Image /Width 160 /Height 120 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode';
const jpeg = scan('baseline.jpg');
/** Packed data with one other byte in it, whose length is right. */
function bent(packed: string): string {
  const at = packed.indexOf('stream\n') + 'stream\n'.length + 40;
  return packed.slice(0, at) + String.fromCharCode(packed.charCodeAt(at) ^ 0x55) + packed.slice(at + 1);
}

describe('a PDF with damage that is no zeros', () => {
  it.each<[string, Buffer]>([
    ['', page()],
    ['with a JPEG', page({ picture: stream(JPEG, jpeg.toString('latin1')) })],
    [
      'with a JPEG that is packed',
      page({ picture: flate(JPEG.replace('/DCTDecode', '[/FlateDecode /DCTDecode]'), jpeg).replace(' /Filter /FlateDecode', '') }),
    ],
    ['with a JPEG that lacks its end', page({ picture: stream(JPEG, `${jpeg.subarray(0, -2).toString('latin1')}\n`) })],
    ['without a checksum', page({ content: stream('/Filter /FlateDecode', deflateSync(CONTENT).subarray(0, -4).toString('latin1')) })],
    ['with pixels as they are', page({ picture: stream(LOOK, PIXELS.toString('latin1')) })],
    [
      'with words as they are',
      page({ content: stream('', `/P << /MCID 0 /K [1 2] >> BDC ${CONTENT} BI /W 2 /H 1 ID \x01\xff\x80 EI EMC BX foo EX`) }),
    ],
  ])('is sent as it should be %s', (_what, bytes) => {
    expect(verdict(bytes)).toBe('fit');
  });

  it.each<[string, Buffer]>([
    ['words that do not unpack to their checksum', page({ content: bent(flate('', latin(CONTENT.repeat(9)))) })],
    ['pixels that do not', page({ picture: bent(flate(LOOK, PIXELS)) })],
    [
      'a font that does not',
      latin(
        page()
          .toString('latin1')
          .replace(/(FontFile2 8 0 R[^]*?stream\n[^]{300})[^]/, '$1\x01'),
      ),
    ],
    ['a stamp that does not', stamped(bent(flate('/Subtype /Form /BBox [0 0 9 9]', PIXELS)))],
    ['a JPEG of which bytes are missing', page({ picture: stream(JPEG, without(jpeg, 2_000, 2_060).toString('latin1')) })],
    ['a JPEG of which bytes were overwritten', page({ picture: stream(JPEG, over(jpeg, 2_000, NOISE).toString('latin1')) })],
    ['fewer pixels than it says', page({ picture: stream(LOOK, PIXELS.subarray(9).toString('latin1')) })],
    ['words that are none', page({ content: stream('', CONTENT.replace(' Td', ' T\x83 \x11q')) })],
    ['a font that is not there', latin(page().toString('latin1').replace('/F1 5 0 R', '/F1 50 0 R'))],
    ['an object that is overwritten', latin(page().toString('latin1').replace('/TrueType /BaseFont', '/Tr\xff)\x92e}/BaseFont'))],
    ['a picture whose object is overwritten', latin(page().toString('latin1').replace('6 0 obj', '\xa7\x17\x01\x99\x80bj'))],
  ])('is asked about with %s', (_what, bytes) => {
    expect(verdict(bytes)).toBe('not-understood');
  });

  it('is not sent without a question where its line ends were converted', () => {
    expect(isHeld(withLineEnds(page()))).toBe(true);
  });
});

function stamped(look: string): Buffer {
  return page({ more: ['<< /Subtype /Stamp /AP << /N << /Off 10 0 R >> >> >>', look] });
}

describe('behind the end of a PDF', () => {
  const whole = paperPdf();

  it('may be what the disk had there before, even parts of objects', () => {
    const slack = `\r)\r/ModDate (D:20040204)\r>> \rendobj\r147 0 obj\r<<`;
    expect(verdict(Buffer.concat([whole, latin(slack)]))).toBe('fit');
    expect(verdict(Buffer.concat([whole, latin(`\n% new\n147 0 obj\n<< /A 1 >>\nendobj\n`)]))).toBe('damaged');
  });

  it('may be an update without objects, and is asked about where that breaks off', () => {
    const at = whole.lastIndexOf('startxref\n');
    const before = whole.toString('latin1', at + 10).split('\n')[0] ?? '';
    const update = `\n% labels\nxref\n0 1\n0000000000 65535 f \ntrailer << /Root 1 0 R /Size 7 /Prev ${before} >>\nstartxref\n${whole.length + 10}\n%%EOF\n`;
    expect(verdict(Buffer.concat([whole, latin(update)]))).toBe('fit');
    for (const word of ['xre', 'xref', '0 1', '/Root', '/Pre', '>>'])
      expect([word, verdict(Buffer.concat([whole, latin(update.slice(0, update.indexOf(word) + word.length))]))]).toEqual([
        word,
        'not-understood',
      ]);
  });
});

function grid(pixels: Buffer): Buffer {
  return bmp({ width: 40, height: 100, bits: 24, pixels });
}

describe('a BMP', () => {
  const rows = Buffer.from(Array.from({ length: 120 * 100 }, (_, n) => 200 + ((n * n * 7) % 50)));

  it('is asked about where it ends in zeros, which it has nowhere else', () => {
    expect(verdict(grid(rows))).toBe('fit');
    expect(verdict(grid(over(rows, 6_001, Buffer.alloc(5_999))))).toBe('not-understood');
  });

  it('may end in a few, or be black', () => {
    expect(verdict(grid(over(rows, 10_900, Buffer.alloc(1_100))))).toBe('fit');
    const black = Buffer.from(rows.map((level, n) => (n % 3 === 0 || n < 4_000 ? 0 : level)));
    expect(verdict(grid(over(black, 6_000, Buffer.alloc(6_000))))).toBe('fit');
  });
});
