import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inspect } from '#electron/intake/inspect/inspect.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { compactFont, trueTypeFont } from '#test/support/documents/sample-files.ts';
import { CATALOGUE, TREE } from '#test/support/documents/pdfs.ts';
import { pdfOf, stream } from '#test/support/hostile/hostile-pdfs.ts';

function verdict(bytes: Uint8Array): string {
  const inspected = inspect({ name: 'a', bytes, size: bytes.byteLength }, nodeSha256);
  return inspected.kind === 'unfit' ? inspected.problem.kind : (inspected.question ?? 'fit');
}

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

function over(bytes: Buffer, at: number, by: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  by.copy(copy, at);
  return copy;
}

const PAGE =
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /I1 6 0 R >> >> >>';
const CONTENT = 'BT /F1 18 Tf 72 720 Td (Facture 12) Tj ET q 90 0 0 90 72 500 cm /I1 Do Q\n'.repeat(3);
const FORM = stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9]', '0 0 9 9 re f');
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FontDescriptor 7 0 R >>';
const DESCRIPTOR = '<< /Type /FontDescriptor /FontName /A /FontFile3 8 0 R >>';

type Parts = { readonly content?: string; readonly form?: string; readonly font?: Buffer; readonly catalogue?: string };

function objects({
  content = stream('', CONTENT),
  form = FORM,
  font = compactFont(40),
  catalogue = CATALOGUE,
}: Parts = {}): readonly string[] {
  return [catalogue, TREE, PAGE, content, FONT, form, DESCRIPTOR, stream('/Subtype /Type1C', font.toString('latin1'))];
}

const page = (parts: Parts = {}): Buffer => pdfOf(objects(parts));
const untidy = (parts: Parts = {}): Buffer => pdfOf(objects(parts), { xref: 'wrong' });
const changed = (bytes: Buffer, from: string, to: string): Buffer => latin(bytes.toString('latin1').replace(from, to));

/** A page whose font is an object of a stream. */
const packed = (inner: string, made: Buffer = deflateSync(inner)): Buffer => {
  const all = [CATALOGUE, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', PAGE, stream('', CONTENT), FONT, FORM, '<< >>'];
  return latin(
    `%PDF-1.7\n${all
      .map((object, n) => (n === 4 ? '' : `${n + 1} 0 obj\n${object}\nendobj\n`))
      .join(
        '',
      )}9 0 obj\n${stream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', made.toString('latin1'))}\nendobj\ntrailer\n<< /Root 1 0 R /Size 10 >>\nstartxref\n7\n%%EOF\n`,
  );
};

const more = (object: string): string => verdict(pdfOf([...objects(), object], { xref: 'wrong' }));

const attached = (file: Buffer, params = ''): string => {
  const catalogue = CATALOGUE.replace('>>', '/AF [9 0 R] >>');
  const files = ['<< /Type /Filespec /EF << /F 10 0 R >> >>', stream(`/Type /EmbeddedFile ${params}`, file.toString('latin1'))];
  return verdict(pdfOf([...objects({ catalogue }), ...files]));
};

describe('objects of a PDF that are not written as the format wants it', () => {
  it('are zeros where a number was, a name longer than any, or a stream without its end', () => {
    expect(verdict(page())).toBe('fit');
    expect(verdict(changed(page(), '612 792', `${'\0'.repeat(4)}612`))).toBe('fit');
    expect(verdict(changed(page(), '[0 0 612 792]', `[0 0${'\0'.repeat(9)}]`))).toBe('not-understood');
    expect(verdict(changed(page(), '/BaseFont /Helvetica', `/BaseFont /${'\u00ff'.repeat(128)}`))).toBe('not-understood');
    const last = changed(page(), '/I1 6 0 R', '/I1 8 0 R');
    expect(verdict(latin(last.toString('latin1').replace(/endstream(?![^]*endstream)/, 'nonsense!')))).toBe('not-understood');
  });

  it('are zeros in what a page draws', () => {
    expect(verdict(page({ content: stream('', CONTENT.replace('720', '\0\0\0')) }))).toBe('fit');
    expect(verdict(page({ content: stream('', `${CONTENT}${'\0'.repeat(20)}`) }))).toBe('not-understood');
  });

  it('are something else that counts as a page', () => {
    expect(verdict(changed(untidy(), TREE, '<< /Count 1 /Kidsize 7 >>'))).toBe('not-understood');
    const leaf = stream('/Parent 2 0 R /MediaBox [0 0 612 792] /Resources << >>', CONTENT);
    expect(verdict(page({ content: leaf }))).toBe('fit');
    expect(verdict(changed(page({ content: leaf }), '/Kids [3 0 R]', '/Kids [4 0 R]'))).toBe('not-understood');
  });

  it('are in a stream of objects, whose values or whose checksum are wrong', () => {
    const font = '5 0 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
    expect(verdict(packed(font))).toBe('fit');
    expect(verdict(packed(font.replace('/BaseFont', '\u00e8\u00ff/Base')))).toBe('not-understood');
    const bent = deflateSync(font);
    bent[bent.length - 1] = (bent.at(-1) ?? 0) ^ 0x55;
    expect(verdict(packed(font, bent))).toBe('not-understood');
  });
});

describe('a PDF whose offsets are wrong', () => {
  it('may have other line ends than before, or a length that was never right', () => {
    expect(verdict(untidy())).toBe('fit');
    expect(verdict(untidy({ content: stream('', CONTENT).replaceAll('\n', '\r\n') }))).toBe('fit');
    expect(verdict(changed(untidy(), `/Length ${CONTENT.length}`, '/Length 700'))).toBe('fit');
  });

  it('is asked about where a stream without a filter lacks bytes, or is no text and has other line ends', () => {
    expect(verdict(changed(untidy(), '(Facture 12) Tj ET q 90 0', ''))).toBe('not-understood');
    const binary = Buffer.from(Array.from({ length: 400 }, (_, n) => (n * 7) % 256));
    expect(verdict(untidy({ font: binary }))).toBe('fit');
    expect(verdict(latin(untidy({ font: binary }).toString('latin1').replaceAll('\n', '\r\n')))).toBe('not-understood');
  });

  it('is asked about where an object is broken, or a stream, that nothing leads to', () => {
    expect(more('<< /Kind /Odd >>')).toBe('fit');
    expect(more('<< /Kind [1 2 1nfo 3 0 R >>')).toBe('not-understood');
    const flate = deflateSync(CONTENT).toString('latin1');
    expect(more(stream('/Filter /FlateDecode', flate))).toBe('fit');
    expect(more(stream('/Filter /FlateDecode', flate.slice(0, -30)))).toBe('not-understood');
  });
});

describe('an embedded file', () => {
  const xml = '<?xml version="1.0" encoding="UTF-8"?>\n<Invoice><Name>Été</Name></Invoice>\n';
  const bytes = Buffer.from(xml, 'utf8');

  it('is asked about where it has another checksum, or is XML with bytes that no text has', () => {
    const sum = `/Params << /CheckSum <${createHash('md5').update(bytes).digest('hex')}> >>`;
    expect([attached(bytes), attached(bytes, sum)]).toEqual(['fit', 'fit']);
    expect(attached(Buffer.from(xml.replace('Name', 'Nbme'), 'utf8'), sum)).toBe('not-understood');
    for (const by of ['\xc9\x12', '\xff\xff', '\0\0']) expect(attached(over(bytes, 50, latin(by)))).toBe('not-understood');
    expect(attached(bytes.subarray(0, -9))).toBe('not-understood');
  });
});

/** Codes of nine bits: clear, each byte, end. */
function lzw(bytes: Buffer): Buffer {
  const bits = [256, ...bytes, 257].map((code) => code.toString(2).padStart(9, '0')).join('');
  return Buffer.from(bits.match(/.{1,8}/g)?.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)) ?? []);
}

const PICTURE = '/Type /XObject /Subtype /Image /Width 64 /Height 4 /BitsPerComponent 8 /ColorSpace /DeviceGray';
const picture = (filter: string, bytes: Buffer): string =>
  verdict(page({ form: stream(`${PICTURE} /Filter /${filter}`, bytes.toString('latin1')) }));

/** Of a segment of JBIG2. */
const head = (number: number, type: number, length: number): Buffer => {
  const bytes = Buffer.from([0, 0, 0, number, type, 0, 1, 0, 0, 0, 0]);
  bytes.writeUInt32BE(length, 7);
  return bytes;
};

const fax = (bytes: Buffer): string => {
  const look = PICTURE.replace('/BitsPerComponent 8', '/BitsPerComponent 1');
  const parms = '/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 64 >>';
  return verdict(page({ form: stream(`${look} ${parms}`, bytes.toString('latin1')) }));
};

describe('a picture by a coding that has no checksum', () => {
  const code = Buffer.from(Array.from({ length: 300 }, (_, n) => ((n * 7_919 + 31) % 251) + 1));

  it('is asked about where a code of LZW does not exist yet, or pixels are missing', () => {
    const pixels = Buffer.from(Array.from({ length: 256 }, (_, n) => (n * n) % 251));
    const parts = [lzw(pixels.subarray(0, 128)), lzw(pixels.subarray(128))];
    const whole = lzw(Buffer.from(Array.from({ length: 240 }, (_, n) => n)));
    expect(verdict(page({ content: stream('/Filter /LZWDecode', lzw(latin(CONTENT.slice(0, 75))).toString('latin1')) }))).toBe('fit');
    expect(picture('LZWDecode', parts[0] ?? whole)).toBe('not-understood');
    expect(picture('LZWDecode', over(whole, 20, Buffer.alloc(20, 0xff)))).toBe('not-understood');
  });

  it('is asked about where segments of JBIG2 do not follow each other, or have a marker or nothing in them', () => {
    const region = Buffer.concat([
      Buffer.alloc(17, 1),
      Buffer.from([0]),
      Buffer.from('03fffdff02fefefe', 'hex'),
      code,
      Buffer.from([0xff, 0xac]),
    ]);
    const whole = Buffer.concat([head(0, 48, 19), Buffer.alloc(19), head(1, 38, region.byteLength), region]);
    const open = Buffer.concat([head(0, 48, 19), Buffer.alloc(19), head(1, 38, 0xff_ff_ff_ff), region, Buffer.alloc(4)]);
    expect([picture('JBIG2Decode', whole), picture('JBIG2Decode', open)]).toEqual(['fit', 'fit']);
    for (const bytes of [whole, open]) {
      for (const by of [Buffer.alloc(60, 0xff), Buffer.alloc(60)])
        expect(picture('JBIG2Decode', over(bytes, 120, by))).toBe('not-understood');
    }
    expect(picture('JBIG2Decode', Buffer.concat([whole.subarray(0, 100), whole.subarray(140)]))).toBe('not-understood');
  });

  it('is asked about where tiles of JPEG 2000 do not follow each other, or have a marker or nothing in them', () => {
    const tile = Buffer.concat([Buffer.from('ff90000a0000000000000001ff93', 'hex'), Buffer.from('ff9100040000', 'hex'), code]);
    tile.writeUInt32BE(tile.byteLength, 6);
    const whole = Buffer.concat([Buffer.from('ff4fff5100040000', 'hex'), tile, tile, Buffer.from([0xff, 0xd9])]);
    expect(picture('JPXDecode', whole)).toBe('fit');
    for (const by of [Buffer.alloc(60, 0xff), Buffer.alloc(60)]) expect(picture('JPXDecode', over(whole, 120, by))).toBe('not-understood');
    expect(picture('JPXDecode', Buffer.concat([whole.subarray(0, 100), whole.subarray(140)]))).toBe('not-understood');
  });

  it('is asked about where a fax has its last line long before its last byte, and not where its end mark is there', () => {
    // Each bit is a line like the one before; the end mark has 24 bits.
    const [lines, end] = [Buffer.from([0xf0, 0x01, 0x00, 0x10]), Buffer.alloc(20, 0x55)];
    expect([fax(lines), fax(Buffer.concat([lines, end]))]).toEqual(['fit', 'fit']);
    expect(fax(Buffer.alloc(20, 0xff))).toBe('not-understood');
  });
});

describe('a font without a packing that has a checksum', () => {
  const noise = Buffer.from(Array.from({ length: 90 }, (_, n) => ((n * 7_919 + 31) % 251) + 1));

  it('is asked about where the programs of its letters are damaged', () => {
    const font = compactFont(60);
    expect(verdict(page({ font }))).toBe('fit');
    for (const at of [40, 160, 400, font.length - 100])
      for (const by of [noise, Buffer.alloc(90, 0xff)])
        expect([at, verdict(page({ font: over(font, at, by) }))]).toEqual([at, 'not-understood']);
  });

  it('is asked about where a part that letters share does not return', () => {
    const font = compactFont(60);
    const returns = Buffer.from([139, 139, 5, 11]);
    for (const at of [font.indexOf(returns), font.lastIndexOf(returns)])
      expect(verdict(page({ font: over(font, at + 3, Buffer.from([5])) }))).toBe('not-understood');
  });

  it('is asked about where its outlines have another sum and are none, and not where only the sum is old', () => {
    const font = trueTypeFont(60);
    expect([verdict(page({ font })), verdict(page({ font: trueTypeFont(60, 'old') }))]).toEqual(['fit', 'fit']);
    for (const at of [300, font.length - 100]) expect(verdict(page({ font: over(font, at, noise) }))).toBe('not-understood');
  });
});

describe('an encrypted PDF that opens without a password', () => {
  const folder = 'test/support/locked-pdfs';
  const names = readdirSync(folder).filter((name) => name.startsWith('open') && name.endsWith('.pdf'));

  it.each(names)('is asked about where a stream does not unpack any more: %s', (name) => {
    const whole = readFileSync(`${folder}/${name}`);
    const streams = [...whole.toString('latin1').matchAll(/stream\r?\n(?=[^])/g)].filter(
      ({ index }) => whole.toString('latin1', index - 3, index) !== 'end',
    );
    const bent = streams.map(({ index, 0: mark }) => over(whole, index + mark.length + 20, Buffer.from([0x55, 0xaa, 0x17])));
    expect(verdict(whole)).toBe('fit');
    expect(bent.map(verdict)).toContain('not-understood');
  });
});
