import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName, PDFRawStream } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { CONVERT_FAULTS } from '#shared/domain/item/conversion/conversion.ts';
import { fail } from '#shared/lib/result.ts';
import { seededRandom } from '#test/support/virtual-world.ts';
import { sample } from '../a-conversion.ts';
import { addPage, addPicture, fit, HIGH, newPdf, saved, scannedJpeg, WIDE } from './a-pdf.ts';

const MIB = 1_048_576;
/** Becomes a thousand times as many bytes. */
const bomb = (bytes: number): Uint8Array => deflateSync(new Uint8Array(bytes));

async function limited(change: (document: PDFDocument) => Promise<void> | void, share = 0.5) {
  const document = await newPdf();
  await change(document);
  const bytes = await saved(document, false);
  return fit(bytes, { bytesMax: Math.trunc(bytes.byteLength * share) });
}

function many(pages: number) {
  return async (document: PDFDocument): Promise<void> => {
    const picture = addPicture(document, await scannedJpeg());
    for (let page = 0; page < pages; page += 1) await addPage(document, { picture });
  };
}

describe('a PDF that is too large', () => {
  it('may have 200 pages and no more, unless it is only to be opened', async () => {
    const most = await limited(many(200), 0.8);
    expect(most.ok && most.value.pages).toBe(200);
    expect(await limited(many(201), 0.8)).toEqual(fail('too-many-pages'));
    const opened = await limited(many(201), 1.1);
    expect(opened.ok && opened.value.pages).toBe(201);
  });

  it.each([
    ['a picture', { Width: 10_001, Height: 10_000, Filter: 'FlateDecode' }, [WIDE, HIGH]],
    ['a page', { ColorSpace: 'DeviceCMYK', Filter: 'FlateDecode' }, [14_400, 14_400]],
  ] as const)('may have 100 megapixels and no more: %s', async (_, details, size) => {
    const noise = seededRandom(1).bytes(40_000);
    expect(
      await limited(async (document) => void (await addPage(document, { picture: addPicture(document, noise, details), size }))),
    ).toEqual(fail('too-many-pixels'));
  });
});

describe('a hostile PDF', () => {
  it.each([
    [
      'content',
      'still-too-large',
      async (document: PDFDocument) => {
        const page = await addPage(document, { picture: addPicture(document, await scannedJpeg()) });
        const dictionary = document.context.obj({ Filter: 'FlateDecode' });
        page.set(PDFName.of('Contents'), document.context.register(PDFRawStream.of(dictionary, bomb(100 * MIB))));
      },
    ],
    [
      'content that is compressed twice',
      'still-too-large',
      async (document: PDFDocument) => {
        const page = await addPage(document, { picture: addPicture(document, await scannedJpeg()) });
        const dictionary = document.context.obj({ Filter: ['FlateDecode', 'FlateDecode'] });
        page.set(PDFName.of('Contents'), document.context.register(PDFRawStream.of(dictionary, deflateSync(bomb(100 * MIB)))));
      },
    ],
    [
      'metadata',
      'has-attachments',
      async (document: PDFDocument) => {
        await addPage(document, { picture: addPicture(document, await scannedJpeg()) });
        const dictionary = document.context.obj({ Type: 'Metadata', Filter: 'FlateDecode' });
        document.catalog.set(PDFName.of('Metadata'), document.context.register(PDFRawStream.of(dictionary, bomb(100 * MIB))));
      },
    ],
    [
      'a picture',
      'not-understood',
      async (document: PDFDocument) => {
        await addPage(document, { picture: addPicture(document, bomb(100 * MIB), { Filter: 'FlateDecode' }), text: 'x'.repeat(60) });
      },
    ],
    [
      'forms in forms',
      'still-too-large',
      async (document: PDFDocument) => {
        const { context } = document;
        let inner = addPicture(document, await scannedJpeg());
        for (let depth = 0; depth < 11; depth += 1) {
          const dictionary = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 100, 100], Resources: { XObject: { Im0: inner } } };
          inner = context.register(context.flateStream('/Im0 Do '.repeat(10), dictionary));
        }
        await addPage(document, { picture: inner });
      },
    ],
    [
      'a form that draws itself',
      'still-too-large',
      async (document: PDFDocument) => {
        const { context } = document;
        const form = context.nextRef();
        context.assign(
          form,
          context.flateStream('/Im0 Do', { Subtype: 'Form', BBox: [0, 0, 9, 9], Resources: { XObject: { Im0: form } } }),
        );
        await addPage(document, { picture: form });
        document.catalog.set(PDFName.of('Other'), context.register(context.flateStream(seededRandom(1).bytes(20_000))));
      },
    ],
  ])('takes no longer than another one: %s', async (_, result, change) => {
    const made = await limited(change, 0.9);
    expect(made.ok ? 'made' : made.failure).toBe(result);
  });

  it('whose objects are packed into gigabytes is not understood', async () => {
    const packed = bomb(400 * MIB);
    const head = `%PDF-1.5\n1 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.byteLength}>>\nstream\n`;
    const xref = `2 0 obj\n<</Type/XRef/Size 4/W[1 2 1]/Root 3 0 R/Length 16>>\nstream\n`;
    const entries = [0, 0, 0, 0, 1, 0, 9, 0, 1, 0, 0, 0, 2, 0, 1, 0];
    const start = head.length + packed.byteLength + '\nendstream\nendobj\n'.length;
    const bytes = Buffer.concat([
      Buffer.from(head),
      packed,
      Buffer.from(`\nendstream\nendobj\n${xref}`),
      Buffer.from(entries),
      Buffer.from(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`),
    ]);
    expect(await fit(bytes, { bytesMax: 1_000 })).toEqual(fail('not-understood'));
  });

  it('whose pages are their own parents is not understood', async () => {
    for (const kids of ['2 0 R', '2 0 R 2 0 R', '3 0 R']) {
      const objects = [`1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n`, `2 0 obj\n<</Type/Pages/Count 1/Kids[${kids}]>>\nendobj\n`];
      const bytes = Buffer.from(
        `%PDF-1.4\n${objects.join('')}3 0 obj\n<</Type/Pages/Kids[2 0 R]>>\nendobj\ntrailer\n<</Root 1 0 R/Size 4>>\n%%EOF\n`,
      );
      expect(await fit(bytes)).toEqual(fail('not-understood'));
    }
  });

  it('that is none is not understood', async () => {
    for (const text of ['', '%PDF-1.7', 'GIF89a', '%PDF-1.7\n%%EOF', `%PDF-1.4\n${'['.repeat(100_000)}`]) {
      expect(await fit(Buffer.from(text), { password: 'x' })).toEqual(fail('not-understood'));
    }
  });
});

describe('a damaged PDF', () => {
  it('of which a part is missing is not understood', async () => {
    const document = await newPdf();
    for (const seed of [1, 2, 3]) await addPage(document, { picture: addPicture(document, await scannedJpeg(seed)) });
    const bytes = await saved(document, false);
    for (const share of [0.2, 0.5, 0.9]) {
      expect(await fit(bytes.subarray(0, Math.trunc(bytes.byteLength * share)), { bytesMax: bytes.byteLength })).toEqual(
        fail('not-understood'),
      );
    }
  });

  it('whose table of objects is wrong is not understood', async () => {
    const document = await newPdf();
    await addPage(document, { picture: addPicture(document, await scannedJpeg()) });
    const text = Buffer.from(await saved(document, false))
      .toString('latin1')
      .replace('startxref', 'startxxxx');
    expect(await fit(Buffer.from(text, 'latin1'), { bytesMax: 2 * text.length })).toEqual(fail('not-understood'));
  });

  it('is repaired, unless something is missing that a page shows', async () => {
    const document = await newPdf();
    const picture = addPicture(document, await scannedJpeg());
    await addPage(document, { picture });
    const text = Buffer.from(await saved(document, false))
      .toString('latin1')
      .replace('/Annots [ ]', '/Annots [)]');
    const repaired = await fit(Buffer.from(text, 'latin1'), { bytesMax: 2 * text.length });
    expect(repaired.ok && repaired.value.pages).toBe(1);
    const missing = text.replace(`/Im0 ${picture.objectNumber} 0 R`, '/Im0 9 0 R');
    const made = await fit(Buffer.from(missing, 'latin1'), { bytesMax: 2 * text.length });
    expect(made.ok ? 'made' : made.failure).toBe('not-understood');
  });

  it('ends with a fault or a whole file, whatever was changed in it', async () => {
    const document = await newPdf();
    await addPage(document, { picture: addPicture(document, await scannedJpeg(1, { quality: 40 })), text: 'Facture 4711' });
    const whole = [
      await saved(document),
      await saved(document, false),
      sample('accents-r6.pdf'),
      sample('locked-attachment.pdf'),
      sample('locked-signed.pdf'),
    ];
    const random = seededRandom(20_261_126);
    const below = (most: number): number => Math.floor(random.fraction() * most);
    const expected = new Set<string>([...CONVERT_FAULTS, 'made']);
    const wrong: unknown[] = [];
    for (let round = 0; round < 44; round += 1) {
      for (const [index, from] of whole.entries()) {
        const bytes = round % 4 === 0 ? from.slice(0, below(from.byteLength)) : from.slice();
        // Most bytes of the first are those of a picture, so that some changes are kept to the structure at the end.
        const start = round % 2 === 0 ? 0 : Math.max(0, bytes.byteLength - 2_000);
        for (let flip = 0; flip < (round % 4) * 3; flip += 1) bytes[start + below(bytes.byteLength - start)] = below(256);
        const password = index === 2 ? 'été€' : 'secret';
        const made = await fit(bytes, { password, bytesMax: index < 2 ? Math.trunc(from.byteLength * 0.7) : 5_000 });
        if (!expected.has(made.ok ? 'made' : made.failure)) wrong.push({ round, index, made });
        if (made.ok && (await PDFDocument.load(made.value.bytes, { updateMetadata: false })).getPageCount() !== made.value.pages)
          wrong.push({ round, index });
      }
    }
    expect(wrong).toEqual([]);
  }, 600_000);
});
