import { type PDFDocument, PDFDict, PDFName, PDFRawStream } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { fail } from '#shared/lib/result.ts';
import { addPage, addPicture, fit, newPdf, saved, scannedJpeg } from './a-pdf.ts';

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
