import { PDFDict, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { fail } from '#shared/lib/result.ts';
import { addPage, addPicture, fit, fitted, newPdf, readText, saved, scannedJpeg } from './a-pdf.ts';
import { operatorsIn } from '#electron/conversion/pdf/drawn-pictures.ts';
import { nextStep, STEPS } from '#electron/conversion/pdf/steps.ts';
import { withMemoryMax } from '#electron/conversion/pdf/wasm-memory.ts';
import { codecBytes } from '#electron/conversion/process/codec-files.ts';
import { readFileSync } from 'node:fs';
import { sample } from '../a-conversion.ts';

/** A scan that is a little too large, after a change. */
async function tooLarge(change: (document: PDFDocument) => Promise<void> | void, useObjectStreams = true) {
  const document = await newPdf();
  await addPage(document, { picture: addPicture(document, await scannedJpeg()) });
  await change(document);
  const bytes = await saved(document, useObjectStreams);
  return fit(bytes, { bytesMax: Math.trunc(bytes.byteLength * 0.8) });
}

function metadata(document: PDFDocument, xmp: Uint8Array | string, isPacked = false): void {
  const details = { Type: 'Metadata', Subtype: 'XML' };
  const stream = isPacked ? document.context.flateStream(xmp, details) : document.context.stream(xmp, details);
  document.catalog.set(PDFName.of('Metadata'), document.context.register(stream));
}

const attached = async (document: PDFDocument): Promise<void> => {
  const date = new Date(0);
  await document.attach(new Uint8Array([1, 2, 3]), 'factur-x.xml', { creationDate: date, modificationDate: date });
};

describe('a PDF that is too large', () => {
  it('is made smaller if nothing speaks against it', async () => {
    expect((await tooLarge(() => undefined)).ok).toBe(true);
  });

  it.each([true, false])('is left alone if a file is embedded in it (object streams: %s)', async (streams) => {
    expect(await tooLarge(attached, streams)).toEqual(fail('has-attachments'));
  });

  it.each([
    ['a file that is only named by an annotation', { Annot: { Subtype: 'FileAttachment', FS: { Type: 'Filespec', EF: {} } } }],
    ['an associated file', { AF: [{ Type: 'Filespec' }] }],
    ['one associated file', { AF: { Type: 'Filespec' } }],
    ['an empty list of files', { Names: { EmbeddedFiles: { Names: [] } } }],
  ] as const)('is left alone for %s', async (_, entries) => {
    const change = ({ catalog, context }: PDFDocument): void => {
      for (const [key, value] of Object.entries(entries)) catalog.set(PDFName.of(key), context.register(context.obj(value as never)));
    };
    expect(await tooLarge(change)).toEqual(fail('has-attachments'));
  });

  it('may have a font whose name is the key of associated files', async () => {
    const made = await tooLarge(({ catalog, context }) => catalog.set(PDFName.of('Pieces'), context.obj({ AF: { Type: 'Font' } })));
    expect(made.ok).toBe(true);
  });

  it.each([
    ['an element', '<pdfaid:part>3</pdfaid:part>', true],
    ['an attribute', '<rdf:Description pdfaid:part = "3" />', true],
    ['another prefix', `<a xmlns:x.y='http://www.aiim.org/pdfa/ns/id/' x.y:part='3'/>`, true],
    ['PDF/A-2', '<pdfaid:part>2</pdfaid:part>', false],
  ])('is left alone if it calls itself PDF/A-3: %s', async (_, xmp, isHybrid) => {
    for (const text of [xmp, Buffer.from(xmp, 'utf16le')]) {
      for (const isPacked of [true, false]) {
        const made = await tooLarge((document) => metadata(document, text, isPacked));
        expect(made.ok ? 'made' : made.failure).toBe(isHybrid ? 'has-attachments' : 'made');
      }
    }
  });

  it('is left alone if its metadata cannot be read', async () => {
    const made = await tooLarge(({ catalog, context }) => {
      const dictionary = context.obj({ Type: 'Metadata', Filter: 'FlateDecode' });
      catalog.set(PDFName.of('Metadata'), context.register(PDFRawStream.of(dictionary, new Uint8Array([1, 2, 3]))));
    });
    expect(made).toEqual(fail('has-attachments'));
  });

  it.each([
    ['a signature', { Signature: { Type: 'Sig', Contents: 'x' } }],
    ['a time stamp', { Signature: { Type: 'DocTimeStamp', Contents: 'x' } }],
    ['the bytes that are signed', { Signature: { ByteRange: [0, 1, 2, 3] } }],
    ['the flag of a form', { AcroForm: { Fields: [], SigFlags: 3 } }],
    ['a flag that is no number', { AcroForm: { Fields: [], SigFlags: 'x' } }],
  ] as const)('is left alone for %s', async (_, entries) => {
    const change = ({ catalog, context }: PDFDocument): void => {
      for (const [key, value] of Object.entries(entries)) catalog.set(PDFName.of(key), context.register(context.obj(value as never)));
    };
    expect(await tooLarge(change)).toEqual(fail('signed'));
  });

  it('may have a form without signatures', async () => {
    const made = await tooLarge(({ catalog, context }) => catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [], SigFlags: 0 })));
    expect(made.ok).toBe(true);
  });

  it('is left alone if an earlier version of it was signed, or had a file', async () => {
    for (const [what, fault] of [
      ['/ByteRange [0 1 2 3]', 'signed'],
      ['/Type /EmbeddedFile', 'has-attachments'],
    ] as const) {
      const document = await newPdf();
      await addPage(document, { picture: addPicture(document, await scannedJpeg()) });
      const bytes = Buffer.concat([await saved(document), Buffer.from(`\n99 0 obj\n<<${what}>>\nendobj\n`)]);
      expect(await fit(bytes, { bytesMax: Math.trunc(bytes.byteLength * 0.8) })).toEqual(fail(fault));
    }
  });

  it('of which a signature is in an update is left alone', async () => {
    const document = await newPdf();
    await addPage(document, { picture: addPicture(document, await scannedJpeg()) });
    const bytes = await saved(document, false);
    const text = Buffer.from(bytes).toString('latin1');
    const root = /\/Root (\d+) 0 R/.exec(text)?.[1];
    const start = /startxref\s+(\d+)/.exec(text)?.[1];
    const pages = document.catalog.get(PDFName.of('Pages'))?.toString();
    const at = bytes.byteLength + 1;
    const update = `\n${root} 0 obj\n<</Type/Catalog/Pages ${pages}/AcroForm<</Fields[]/Sig#46lags 3>>>>\nendobj\n`;
    const offset = String(at).padStart(10, '0');
    const end = `xref\n${root} 1\n${offset} 00000 n \ntrailer\n<</Size 100/Root ${root} 0 R/Prev ${start}>>\nstartxref\n${at - 1 + update.length}\n%%EOF\n`;
    const updated = Buffer.concat([bytes, Buffer.from(update + end)]);
    expect(document.catalog).toBeInstanceOf(PDFDict);
    expect(await fit(updated, { bytesMax: Math.trunc(bytes.byteLength * 0.8) })).toEqual(fail('signed'));
  });
});

function read(content: string): readonly string[] {
  return [...operatorsIn(Buffer.from(content, 'latin1'))].map(({ name, numbers, operand }) => [...numbers, operand ?? '-', name].join(' '));
}

describe('operators of a content stream', () => {
  it('come with their numbers and names', () => {
    expect(read('q 1 0 -.5 +2. 3.25 1e cm /Im#20A Do Q')).toEqual(['- q', '1 0 -0.5 2 3.25 - 1e', '- cm', 'Im A Do', '- Q']);
    expect(read('q\r10 0 0 10 0 0 cm/Im0 Do')).toEqual(['- q', '10 0 0 10 0 0 - cm', 'Im0 Do']);
  });

  it('are not found in texts, comments and dictionaries', () => {
    expect(read(String.raw`(a (b) \) /Im0 Do) Tj`)).toEqual(['- Tj']);
    expect(read('<2F 496D> Tj % /Im0 Do\nQ')).toEqual(['- Tj', '- Q']);
    expect(read('/OC << /MCID 1 >> BDC [(Do) -20 (q)] TJ')).toEqual(['1 MCID BDC', '-20 - TJ']);
    expect(read('(never ends /Im0 Do')).toEqual([]);
    expect(read('<2F /Im0 Do')).toEqual([]);
  });

  it('are not found in the data of pictures', () => {
    expect(read('BI /W 2 /H 2 ID \x01q Q EI\x80 /Im0 Do \x02 EI Q')).toEqual(['- BI', '2 2 H ID', '- Q']);
    expect(read('BI ID q Q')).toEqual(['- BI', '- ID']);
  });
});

describe('the next step', () => {
  it('is the first that may be small enough', () => {
    expect([1, 0.7, 0.5, 0.2].map((share) => nextStep(0, share))).toEqual([1, 1, 2, 3]);
    expect(nextStep(1, 0.3)).toBe(3);
  });

  it('is none after the last one, and if none may be small enough', () => {
    expect(nextStep(STEPS.length - 1, 1)).toBe(null);
    expect(nextStep(0, 0.1)).toBe(null);
  });
});

/** A module that exports a memory of one page, with a maximum of 32768 pages or none. */
const HEADER = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const EXPORT = [7, 5, 1, 1, 0x6d, 2, 0];
const LIMITED = new Uint8Array([...HEADER, 5, 6, 1, 1, 1, 0x80, 0x80, 2, ...EXPORT]);
const UNLIMITED = new Uint8Array([...HEADER, 5, 3, 1, 0, 1, ...EXPORT]);

describe('the memory of a module', () => {
  it('grows to the maximum and no further', () => {
    const { m: memory } = new WebAssembly.Instance(new WebAssembly.Module(withMemoryMax(LIMITED, 3 * 65_536))).exports;
    if (!(memory instanceof WebAssembly.Memory)) throw new Error('no memory');
    expect(memory.grow(2)).toBe(1);
    expect(() => memory.grow(1)).toThrow(RangeError);
  });

  it('cannot be limited if it has no maximum, or if the module is cut off', () => {
    expect(() => withMemoryMax(UNLIMITED, 65_536)).toThrow(RangeError);
    expect(() => withMemoryMax(LIMITED.subarray(0, 11), 65_536)).toThrow(RangeError);
  });

  it('is limited in each module that reads PDFs', async () => {
    for (const codec of ['pdfium', 'qpdf'] as const) {
      expect(WebAssembly.validate(withMemoryMax(await codecBytes(codec), 64 * 1_048_576))).toBe(true);
    }
  });
});

function locked(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`../../../../support/locked-pdfs/${name}.pdf`, import.meta.url)));
}

const CIPHERS = ['r2', 'r3', 'r4-aes', 'r4-metadata', 'r5', 'r6', 'r6-stream'];

async function isEncrypted(bytes: Uint8Array): Promise<boolean> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false, ignoreEncryption: true });
  return document.isEncrypted;
}

describe('a PDF with a password', () => {
  it.each(CIPHERS)('is opened with it: %s', async (cipher) => {
    const made = await fit(locked(`closed-${cipher}`), { password: 'secret' });
    if (!made.ok) throw new Error(made.failure);
    expect(await isEncrypted(made.value.bytes)).toBe(false);
    expect(await readText(made.value.bytes)).toEqual(await readText(await fitted(locked(`open-${cipher}`))));
    expect({ ...made.value, bytes: null }).toEqual({ bytes: null, mediaType: 'application/pdf', pages: 1, tools: ['qpdf'] });
  });

  it.each(CIPHERS)('is not opened without it, or with another one: %s', async (cipher) => {
    for (const password of [null, '', 'Secret', 'secret ', 'secret\0']) {
      expect(await fit(locked(`closed-${cipher}`), { password })).toEqual(fail('password-wrong'));
    }
  });

  it('that is only needed for changes is opened by anybody', async () => {
    expect(await isEncrypted(locked('open-r6'))).toBe(true);
    for (const password of [null, 'anything']) expect(await isEncrypted(await fitted(locked('open-r6'), { password }))).toBe(false);
  });

  it.each([
    ['accents-r3.pdf', 'été'],
    ['accents-r4.pdf', 'été'],
    ['accents-r6.pdf', 'été€'],
    ['euro-r2.pdf', '5 €'],
  ])('may be opened with letters of any encoding, however they were typed: %s', async (name, password) => {
    const [composed, decomposed] = [
      await fitted(sample(name), { password }),
      await fitted(sample(name), { password: password.normalize('NFD') }),
    ];
    expect(await readText(composed)).toEqual(['Facture 4711']);
    expect(decomposed).toEqual(composed);
    expect(await fit(sample(name), { password: 'ete' })).toEqual(fail('password-wrong'));
  });

  it('gives the same bytes each time, none of which are the password', async () => {
    for (const cipher of CIPHERS) {
      const [first, second] = [
        await fitted(locked(`closed-${cipher}`), { password: 'secret' }),
        await fitted(locked(`closed-${cipher}`), { password: 'secret' }),
      ];
      expect(second).toEqual(first);
      expect(Buffer.from(first).includes('secret')).toBe(false);
    }
  });

  it('keeps its attachments, unless it is also too large', async () => {
    const bytes = await fitted(sample('locked-attachment.pdf'), { password: 'secret' });
    const document = await PDFDocument.load(bytes, { updateMetadata: false });
    expect(document.catalog.lookup(PDFName.of('Names'))?.toString()).toContain('EmbeddedFiles');
    expect(await readText(bytes)).toEqual(['Facture 4711']);
    expect(await fit(sample('locked-attachment.pdf'), { password: 'secret', bytesMax: bytes.byteLength - 1 })).toEqual(
      fail('has-attachments'),
    );
  });

  it('and a signature is left alone', async () => {
    expect(await fit(sample('locked-signed.pdf'), { password: 'secret' })).toEqual(fail('signed'));
  });

  it('leaves nothing on the console and no exit code of the process', async () => {
    const said: unknown[] = [];
    const { console: before } = globalThis;
    globalThis.console = { ...before, log: (text: unknown) => void said.push(text), error: (text: unknown) => void said.push(text) };
    await fit(locked('closed-r6'), { password: 'wrong' });
    globalThis.console = before;
    expect(said).toEqual([]);
    expect(process.exitCode).toBe(undefined);
  });
});
